// Links, which anybody may have written, and what the page remembers of its views.
import assert from "node:assert/strict";
import { put } from "./tester.mjs";

const told = (page) => page.locator("main > .trouble[role=alert] li").allInnerTexts();

// random returns a source of numbers below a bound, the same on every run.
function random(seed) {
  return (below) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
}

export const linksTests = {
  "links: what cannot be read is told, and what it begins with is taken": async (page, tester) => {
    for (const [link, ...wanted] of [
      ["workers?hints=constructor", /^hints: want one of none, seconds, milliseconds; have “constructor”, so none is taken$/],
      ["workers?hints=__proto__", /^hints: want one of/],
      ["workers?seed=abc", /^seed: want a whole number of up to 15 digits; have “abc”, so 1 is taken$/],
      ["workers?seed=1.5&workers=0", /^seed: .*“1\.5”/, /^workers: want a whole number from 1 to 40; have “0”, so 4 is taken$/],
      ["flows?seed=NaN", /^seed: .*“NaN”, so 20260218 is taken$/],
      ["flows?seed=1e30&__proto__=1", /^seed: .*“1e30”/, /^there is no setting “__proto__”$/],
      ["yours?show=story&step=-5", /^step: .*“-5”, so 0 is taken$/],
      ["nowhere?seed=2", /^there is no view “nowhere”; this is “workers”$/],
    ]) {
      await tester.open(page, link);
      const have = await told(page);
      assert.equal(have.length, wanted.length, `${link}: ${have.join("\n")}`);
      wanted.forEach((text, i) => assert.match(have[i], text));
      assert.ok(await page.locator("main :is(table, .told)").count() > 0, `${link} shows nothing`);
      assert.doesNotMatch(await page.locator("main").innerText(), /json:|NaN steps|undefined/);
    }
    await tester.open(page, "workers?seed=abc");
    await page.getByRole("slider", { name: /Workers/ }).fill("5");
    await tester.settled(page);
    assert.deepEqual(await told(page), []);
    assert.match(page.url(), /#workers\?workers=5$/);
  },

  "links: names that the scenario does not have are told": async (page, tester) => {
    await tester.open(page, "yours?load=none&policies=fixed,fixxed&policy=x&show=story&flow=y&request=z");
    const text = await page.locator("main").innerText();
    for (const wanted of ["there is no load “none” here", "there is no policy “fixxed” here", "there is no policy “x” here", "there is no flow “y”", "there is no request “z”"]) {
      assert.ok(text.includes(wanted), `${wanted} is not in\n${text}`);
    }
  },

  "links: whatever they say, the page stays": async (page, tester) => {
    const below = random(7), pick = (all) => all[below(all.length)];
    const names = ["base", "jitter", "attempts", "workers", "spacing", "cap", "hints", "seed", "draws", "load", "policy", "spec", "calls", "window", "refused", "perstep", "seeds",
      "look", "trace", "run", "input", "columns", "skip", "text", "show", "policies", "own", "baseline", "flow", "outcome", "request", "step", "__proto__", "constructor", ""];
    const values = ["", "0", "-1", "1", "7", "007", "1.5", "1e30", "NaN", "Infinity", "999999999999999", "9999999999999999", "constructor", "__proto__", "toString", "none", "full", "own", "true", "story", "compare", "trace",
      "heavy", "fixed", "a,b(", "[[[", "%00", "%F0%9F%98%80", "%zz", "%22%3E%3Cimg%20src%3Dx%3E", "x".repeat(300), "extends%3A%20workers", "extends%3A%20account", "extends%3A%20starter%0Ahorizon%3A%2010s"];
    await tester.open(page, "");
    for (let i = 0; i < 300; i++) {
      const parts = Array.from({ length: below(6) }, () => `${pick(names)}=${pick(values)}`);
      const link = `${pick(["workers", "flows", "yours", "yours", "__proto__", "constructor", ""])}?${parts.join("&")}`;
      await page.evaluate((link) => (location.hash = link), link);
      if (i % 10 === 0) await tester.settled(page);
      assert.ok((await page.locator("main h1").count()) === 1, `${link} leaves nothing`);
    }
    await tester.settled(page);
    assert.equal(await page.locator("main img, main script").count(), 0);
  },

  "links: a view is as it was left": async (page, tester) => {
    await tester.open(page, "yours");
    const nav = page.getByRole("navigation", { name: "Views" });
    for (const text of ["extends: lesson\nname: pasted\n", "extends: lesson\nname: long\n" + "# a line that is long\n".repeat(20_000)]) {
      await put(page, text);
      await page.waitForTimeout(450);
      await tester.settled(page);
      await nav.getByRole("link", { name: "Two flows" }).click();
      await tester.settled(page);
      await page.getByRole("slider", { name: /Load/ }).fill("9");
      await tester.settled(page);
      await nav.getByRole("link", { name: "Yours" }).click();
      await tester.settled(page);
      assert.equal(await page.getByLabel("Scenario (YAML)").inputValue(), text);
      await page.goBack();
      await tester.settled(page);
      assert.match(await page.locator("main").innerText(), /Two flows on one limit/);
      assert.match(page.url(), /#flows\?load=9$/);
      await page.goBack();
      await tester.settled(page);
      assert.equal(await page.getByLabel("Scenario (YAML)").inputValue(), text);
    }
  },
};
