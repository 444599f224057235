// What holds for all views: links, keyboard, screen readers, widths, colours.
import assert from "node:assert/strict";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const views = ["workers", "flows", "yours"];

export const sharedTests = {
  "a link holds the whole state": async (page, tester) => {
    await tester.open(page, "workers?base=1s&jitter=full&attempts=6&workers=9&spacing=0.5s&cap=4s&hints=seconds&seed=12&draws=200");
    const before = await page.locator("main").innerText();
    const link = page.url();
    await page.getByRole("group", { name: "Base delay" }).getByRole("radio", { name: "2 s" }).check({ force: true });
    await tester.settled(page);
    assert.notEqual(page.url(), link);
    await tester.open(page, link.split("#")[1]);
    assert.equal(await page.locator("main").innerText(), before);
  },

  "the keyboard reaches and works every control": async (page, tester) => {
    for (const view of views) {
      await tester.open(page, view);
      const controls = await page.locator("main :is(select, button, input, textarea, summary, a):visible:not(:disabled)").evaluateAll((all) => all.map((e) => e.name && e.type === "radio" ? "radio " + e.name : (e.dataset.at = Math.random())).filter((v, i, a) => a.indexOf(v) === i).length);
      const met = new Set();
      await page.keyboard.press("Tab");
      assert.equal(await page.evaluate(() => document.activeElement.className), "skip");
      for (let i = 0; i < 400 && met.size < controls; i++) {
        await page.keyboard.press("Tab");
        const at = await page.evaluate(() => {
          const e = document.activeElement;
          if (!e.closest("main")) return null;
          return e.type === "radio" ? "radio " + e.name : e.dataset.at ?? null;
        });
        if (at) met.add(String(at));
      }
      assert.equal(met.size, controls, view);
    }
    await tester.open(page, "workers");
    await page.getByRole("radio", { name: "0.5 s" }).first().focus();
    await page.keyboard.press("ArrowRight");
    await tester.settled(page);
    assert.match(page.url(), /base=1s/);
  },

  "no violations that axe-core finds, in light and dark, narrow and wide": async (page, tester) => {
    for (const colorScheme of ["light", "dark"]) {
      for (const width of [360, 1280, 2200]) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 800 });
        for (const view of views) {
          await tester.open(page, view);
          await tester.audit(page);
          assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth <= 0), true, `${view} is wider than ${width}`);
          if (tester.shots) await page.screenshot({ path: join(tester.shots, `${view}-${width}-${colorScheme}.png`), fullPage: true });
        }
      }
    }
  },

  "no violations that axe-core finds, whatever a view shows": async (page, tester) => {
    const states = ["workers?hints=seconds&jitter=full&workers=14", "workers?seed=abc", "flows?policy=none&seeds=10", "flows?policy=own&spec=fixxed", "flows?policy=own&spec=fixed(wait%3D2steps)&seeds=10",
      "yours?show=compare&seeds=5", "yours?show=story", "yours?show=story&load=heavy&flow=batch&step=1", "yours?policies=,", "yours?load=x&policy=y", "yours?look=trace", "yours?text=extends%3A%20starter%0Ahorizon%3A%201m", "yours?text=policies%3A%20%7Ba%3A%20fixxed(wait%3D2steps)%7D"];
    for (const [colorScheme, width] of [["light", 360], ["dark", 1280]]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      for (const state of states) {
        await tester.open(page, state);
        await page.evaluate(() => document.querySelectorAll("main details").forEach((d) => (d.open = true)));
        await tester.settled(page);
        try {
          await tester.audit(page);
        } catch (error) {
          throw new Error(`${state}, ${width}, ${colorScheme}: ${error.message}`);
        }
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth <= 0), true, `${state} is wider than ${width}`);
        if (tester.shots) await page.screenshot({ path: join(tester.shots, `${state.replace(/\W+/g, "-")}-${width}-${colorScheme}.png`), fullPage: true });
      }
    }
  },

  "nothing moves where motion is not wanted": async (page, tester) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    for (const view of views) {
      await tester.open(page, view);
      const moving = await page.evaluate(() => [...document.querySelectorAll("*")].filter((e) => {
        const s = getComputedStyle(e);
        return s.animationName !== "none" || (s.transitionDuration !== "0s" && s.transitionProperty !== "none");
      }).length);
      assert.equal(moving, 0);
    }
  },

  "an engine that is damaged is said to be": async (page, tester) => {
    const whole = Buffer.from(await (await fetch(`${tester.address}engine.bin`)).arrayBuffer());
    const flipped = Buffer.from(whole);
    flipped[whole.length >> 1] ^= 1;
    const others = [Buffer.concat([whole, whole]), gzipSync("<!doctype html>"), gzipSync("")];
    for (const body of [whole.subarray(0, -9), flipped, Buffer.from("<!doctype html>"), Buffer.alloc(0), ...others]) {
      await page.route("**/engine.bin", (route) => route.fulfill({ body }), { times: 1 });
      await page.goto("about:blank");
      await page.goto(tester.address);
      await page.getByRole("alert").getByText("engine.bin is damaged, or has not come whole: load the page again").first().waitFor();
    }
    await tester.open(page, "");
    assert.equal(await page.getByRole("alert").count(), 0);
  },

  "an engine that does not come is said not to": async (page, tester) => {
    // A browser complains of its own about a file that does not come; of the page it is asked here.
    const context = await tester.browser.newContext(), shown = await context.newPage();
    for (const [file, answer, text] of [
      ["engine.bin", (route) => route.abort("connectionreset"), "engine.bin cannot be loaded: see that the network is there, and load the page again"],
      ["engine.bin", (route) => route.fulfill({ status: 404 }), /^engine\.bin cannot be loaded: 404/],
      ["wasm_exec.js", (route) => route.abort("connectionreset"), "wasm_exec.js cannot be loaded, or is damaged: see that the network is there, and load the page again"],
      ["wasm_exec.js", (route) => route.fulfill({ status: 404 }), /^wasm_exec\.js cannot be loaded, or is damaged/],
      ["wasm_exec.js", (route) => route.fulfill({ body: "", contentType: "text/javascript" }), /^wasm_exec\.js cannot be loaded, or is damaged/],
    ]) {
      await context.route("**/" + file, answer);
      await shown.goto("about:blank");
      await shown.goto(tester.address);
      await shown.getByRole("alert").getByText(text).first().waitFor();
      await context.unroute("**/" + file);
    }
    await shown.reload();
    await tester.settled(shown);
    assert.equal(await shown.getByRole("alert").count(), 0);
    await context.close();
  },

  "no view is wider than a small screen": async (page, tester) => {
    await page.setViewportSize({ width: 320, height: 640 });
    for (const state of [...views, "workers?workers=40", "yours?look=trace", "yours?show=compare&seeds=5", "yours?show=story", "yours?input=a.csv", "yours?text=policies%3A%20%7Ba%3A%20fixxed(wait%3D2steps)%7D"]) {
      await tester.open(page, state);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0, state);
    }
  },

  "the heading of a table is seen whole, however wide the table is": async (page, tester) => {
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      for (const state of ["workers?jitter=full", "flows", "yours"]) {
        await tester.open(page, state);
        for (const table of await page.locator(".scroll").all()) {
          for (const far of [0, 1e6]) {
            await table.evaluate((e, far) => (e.scrollLeft = far), far);
            const cut = await table.evaluate((e) => {
              const range = document.createRange(), box = e.getBoundingClientRect();
              range.selectNodeContents(e.querySelector("caption"));
              return [...range.getClientRects()].some((line) => line.left < box.left - 1 || line.right > box.right + 1);
            });
            assert.equal(cut, false, `${state}, ${width}: ${await table.locator("caption").innerText()}`);
          }
        }
      }
    }
  },

  "where colours are forced, what is chosen is seen": async (page, tester) => {
    await page.emulateMedia({ forcedColors: "active" });
    for (const view of views) {
      await tester.open(page, view);
      for (const [chosen, other] of [["nav a[aria-current]", "nav a:not([aria-current])"], [".segments label.on", ".segments label:not(.on)"]]) {
        const [one, two] = await Promise.all([chosen, other].map((all) => page.locator(all).first().evaluate((e) => getComputedStyle(e).backgroundColor)));
        assert.notEqual(one, two, `${chosen} in ${view}`);
      }
    }
  },
};
