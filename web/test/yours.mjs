// The view "Yours".
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cellsOf, press, put, resultsOf, table } from "./tester.mjs";

const editor = (page) => page.getByLabel("Scenario (YAML)");
const commands = (page) => page.locator(".command code").allTextContents();

// type puts a scenario into the editor and waits until it is checked and run.
async function type(page, tester, text) {
  await editor(page).fill(text);
  await page.waitForTimeout(450);
  await tester.settled(page);
}

// inFolder writes the editor's scenario where the command that is shown finds it.
async function inFolder(page) {
  const dir = mkdtempSync(join(tmpdir(), "explorer-"));
  writeFileSync(join(dir, "scenario.yaml"), await editor(page).inputValue());
  return dir;
}

async function download(page, name) {
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name, exact: true }).click()]);
  return readFileSync(await file.path(), "utf8");
}

// sameReport holds the report against that of the commands below it, which has pictures,
// and not the scenario's file.
async function sameReport(page, tester, dir) {
  const report = await download(page, "Report");
  const [runs, makes] = (await commands(page)).at(-1).split("\n");
  tester.commandIn(dir, runs);
  tester.commandIn(dir, makes.replace("--html report.html", "--markdown report.md"));
  const withPictures = readFileSync(join(dir, "report.md"), "utf8");
  assert.equal(report.replace(/\n<details><summary>Its file, [^]*?<\/details>\n/, ""), withPictures.replace(/\n## Pictures\n[^]*?(?=\n## )/, ""));
  return report;
}

// sameAsRun holds the results against "ratesim run".
async function sameAsRun(page, tester) {
  const dir = await inFolder(page);
  const native = tester.commandIn(dir, (await commands(page))[0], "--format", "markdown");
  assert.deepEqual(await resultsOf(page), cellsOf(native));
  return native;
}

export const yoursTests = {
  "yours: the tables are the command's, of steps and of continuous time": async (page, tester) => {
    await tester.open(page, "yours");
    await sameAsRun(page, tester);
    await page.getByLabel("Load").selectOption("heavy");
    await page.getByRole("checkbox", { name: /backoff/ }).uncheck();
    await page.getByLabel("More policies").fill("full-jitter(base=1step, cap=8steps), fixed(wait=3steps)");
    await page.getByLabel("Seed").fill("9");
    await page.keyboard.press("Tab");
    await tester.settled(page);
    await sameAsRun(page, tester);
    await page.getByLabel("Begin with").selectOption("endpoint:openai");
    await page.waitForTimeout(450);
    await tester.settled(page);
    assert.match(await editor(page).inputValue(), /preset: openai/);
    const native = await sameAsRun(page, tester), capacity = "first attempts alone ask for";
    assert.equal(await page.locator("table").count(), 5);
    assert.equal((await page.locator("main").innerText()).split(capacity).length, native.split(capacity).length);
    await page.getByLabel("Begin with").selectOption("scenario:recorder");
    await page.waitForTimeout(450);
    await tester.settled(page);
    await sameAsRun(page, tester);
  },

  "yours: a scenario without a version is said to have none, as the command says it": async (page, tester) => {
    const note = "scenario.yaml: it has no version: taken as version 1";
    await tester.open(page, "yours");
    for (const text of ["extends: lesson\nname: mine\n", "extends: starter\n"]) {
      assert.ok(!(await page.locator("main").innerText()).includes(note));
      await type(page, tester, text);
      assert.ok((await page.locator("main").innerText()).includes(note));
      const native = spawnSync(tester.ratesim, ["scenario", "validate", "scenario.yaml"], { cwd: await inFolder(page), encoding: "utf8" });
      assert.ok(native.stderr.includes(note), native.stderr);
      await type(page, tester, "version: 1\n" + text);
    }
  },

  "yours: mistakes stand where they are, with line and column": async (page, tester) => {
    await tester.open(page, "yours");
    const text = "extends: lesson\nlimit:\n  callz: 3\n  window: -1\nloads: {heavy: x}\n";
    await type(page, tester, text);
    const dir = await inFolder(page);
    let native = "";
    try {
      execFileSync(tester.ratesim, ["scenario", "validate", "scenario.yaml"], { cwd: dir, encoding: "utf8", stdio: "pipe" });
    } catch (error) {
      native = error.stderr + error.stdout;
    }
    const shown = await page.locator(".trouble li").evaluateAll((all) => all.map((e) => e.firstChild.data.trim()));
    assert.ok(shown.length >= 3, shown.join("\n"));
    for (const line of shown) assert.ok(native.includes(line), `${line}\nis not in\n${native}`);
    assert.equal(await editor(page).getAttribute("aria-invalid"), "true");
    await page.getByRole("button", { name: "Go to line 3" }).click();
    assert.equal(await editor(page).evaluate((e) => e.value.slice(e.selectionStart, e.selectionEnd)), "callz: 3");
    await type(page, tester, "extends: lesson\n");
    assert.equal(await page.locator(".trouble").count(), 0);
  },

  "yours: a file is opened, and one that is too large is refused": async (page, tester) => {
    await tester.open(page, "yours");
    await page.getByLabel("Open a scenario").setInputFiles({ name: "a.yaml", mimeType: "text/yaml", buffer: Buffer.from("extends: workers\nname: opened\n") });
    await page.waitForTimeout(450);
    await tester.settled(page);
    assert.match(await page.locator("main").innerText(), /opened is a scenario of continuous time/);
    await page.getByLabel("Open a scenario").setInputFiles({ name: "b.yaml", mimeType: "text/yaml", buffer: Buffer.alloc((1 << 20) + 1, "x") });
    assert.match(await page.getByRole("alert").innerText(), /b\.yaml has 1048577 bytes; want a scenario of at most 1048576/);
  },

  "yours: a file that is not UTF-8 is refused at its place, as the command refuses it": async (page, tester) => {
    await tester.open(page, "yours");
    const before = await editor(page).inputValue(), dir = mkdtempSync(join(tmpdir(), "explorer-"));
    const open = (bytes) => page.getByLabel("Open a scenario").setInputFiles({ name: "a.yaml", mimeType: "text/yaml", buffer: bytes });
    for (const hex of ["e9", "c3", "f09f98", "eda080", "c0af", "f4908080", "efbfbd20ff", "00ff"]) {
      for (const more of ["", "\nname: mine\n"]) {
        for (const start of ["", "\ufeff"]) {
          const bytes = Buffer.concat([Buffer.from(`${start}extends: lesson\n# çok 👩‍🔬 `), Buffer.from(hex, "hex"), Buffer.from(more)]);
          writeFileSync(join(dir, "a.yaml"), bytes);
          const native = spawnSync(tester.ratesim, ["run", "-f", "a.yaml"], { cwd: dir, encoding: "utf8" });
          assert.match(native.stderr, /^ratesim: a\.yaml:2:\d+: want UTF-8/);
          await open(bytes);
          await page.getByRole("alert").getByText(native.stderr.slice("ratesim: ".length).trim(), { exact: true }).waitFor();
        }
      }
    }
    await open(Buffer.from([0xff, 0xfe, 0x61, 0, 0x3a]));
    await page.getByRole("alert").getByText(/^a\.yaml:1:1: want UTF-8, or UTF-16/).waitFor();
    assert.equal(await editor(page).inputValue(), before);
    await open(Buffer.from("\ufeffextends: lesson\nname: çok\n", "utf16le"));
    await page.getByText("çok is a scenario counted in steps").waitFor();
    assert.equal(await page.getByRole("alert").count(), 0);
  },

  "yours: policies are compared as the command compares them": async (page, tester) => {
    await tester.open(page, "yours?show=compare&load=heavy&seeds=10");
    const native = JSON.parse(tester.commandIn(await inFolder(page), (await commands(page))[0], "--format", "json"));
    const [, ...rows] = await table(page, "The differences");
    for (const policy of ["fixed", "backoff", "slow"]) {
      const row = rows.find((r) => r[1] === "completed" && r[2] === policy);
      assert.equal(row[7], native.rows.find((r) => r.policy === policy && r.figure === "completed_share").verdict);
    }
    await page.getByLabel("Compared with").selectOption("slow");
    await page.getByRole("slider", { name: "Seeds" }).fill("20");
    await tester.settled(page);
    assert.match((await commands(page))[0], /--baseline slow --seeds 20260218\.\.\+20/);
    assert.equal(await page.locator(".dots").count(), 12);
    await page.getByText("The dots as a table, seed by seed").first().click();
    assert.equal((await table(page, /^Each seed: .* less slow$/)).length, 21);
    assert.match(await sameReport(page, tester, await inFolder(page)), / with slow \(worse, 20 seeds/);
  },

  "yours: a comparison says that there is too little capacity, as the command says it": async (page, tester) => {
    await tester.open(page, "yours?show=compare&seeds=5&text=" + encodeURIComponent("version: 1\nextends: starter\nhorizon: 3m\n"));
    const { notes } = JSON.parse(tester.commandIn(await inFolder(page), (await commands(page))[0], "--format", "json"));
    const wanted = notes.filter((note) => note.includes("(under 5 of 5 seeds)"));
    assert.equal(wanted.length, 1);
    assert.equal((await page.locator("section[aria-label=Comparison]").innerText()).split(wanted[0]).length, 2);
  },

  "yours: a figure that is never is not said to have a value": async (page, tester) => {
    await tester.open(page, "yours?show=compare&seeds=5&text=" + encodeURIComponent("version: 1\nextends: starter\nhorizon: 3m\n"));
    const { rows } = JSON.parse(tester.commandIn(await inFolder(page), (await commands(page))[0], "--format", "json"));
    const never = rows.find((r) => r.flow === "chat" && r.figure === "latency_p95_ns");
    assert.deepEqual([never.never, never.baseline_never, never.verdict], [5, 5, "same"]);
    const plot = page.locator(".dots", { hasText: /^latency p95, chat: / });
    assert.equal(await plot.locator("figcaption").innerText(), "latency p95, chat: never, in any seed, of either");
    assert.equal(await plot.locator(".note").innerText(), "no mean, for it is never under 5 of 5 seeds, and of the baseline under 5");
    assert.match(await page.locator(".dots", { hasText: /^wasted, chat: / }).locator("figcaption").innerText(), /the same in every seed$/);
  },

  "yours: differences of times are in seconds": async (page, tester) => {
    const text = "version: 1\nextends: starter\nhorizon: 3m\nflows:\n  chat:\n    arrivals: poisson(rate=1/s)\n";
    const own = "fixed(wait=2s, attempts=40), fixed(wait=9s, attempts=20)";
    await tester.open(page, "yours?" + new URLSearchParams({ show: "compare", seeds: "5", policies: ",", own, baseline: "fixed(wait=2s, attempts=40)", text }));
    const { rows } = JSON.parse(tester.commandIn(await inFolder(page), (await commands(page))[0], "--format", "json"));
    const row = rows.find((r) => r.flow === "batch" && r.figure === "latency_p95_ns");
    assert.ok(row.difference !== null && row.difference !== 0);
    const seconds = (Math.abs(row.difference) / 1e9).toFixed(3);
    const shown = await page.locator(".dots", { hasText: /^latency p95, batch: / }).locator(".note").innerText();
    assert.ok(shown.startsWith(`mean ${row.difference > 0 ? "+" : "−"}${seconds} s`), `${shown}: want ${seconds} s`);
  },

  "yours: a request's story is the command's, step by step": async (page, tester) => {
    await tester.open(page, "yours?show=story&load=heavy&policy=fixed&flow=batch&request=batch%2F4140");
    const dir = await inFolder(page);
    execFileSync(tester.ratesim, ["run", "-f", "scenario.yaml", "--load", "heavy", "--policy", "fixed", "--trace", "run.ndjson"], { cwd: dir, stdio: "pipe" });
    const native = execFileSync(tester.ratesim, ["explain", "run.ndjson", "--request", "4140", "--flow", "batch"], { cwd: dir, encoding: "utf8" }).trim().split("\n").map((l) => l.trim().replace(/ +/g, " "));
    assert.deepEqual([await page.locator(".told strong").innerText(), ...await page.locator(".told li").allInnerTexts()], native);
    const next = page.getByRole("button", { name: "Next" });
    for (let i = 1; i < native.length - 1; i++) {
      await next.click();
      assert.equal(await page.locator(".told li[aria-current=step]").innerText(), native[i + 1]);
    }
    assert.equal(await next.getAttribute("aria-disabled"), "true");
    assert.equal(await page.evaluate(() => document.activeElement.textContent), "Next");
    await next.click({ force: true });
    assert.equal(await page.locator(".told li[aria-current=step]").innerText(), native.at(-1));
    const [make, tell] = (await commands(page))[0].split(" | ");
    writeFileSync(join(dir, "made.ndjson"), tester.commandIn(dir, make));
    assert.deepEqual(tester.commandIn(dir, tell.replace(" - ", " made.ndjson ")).trim().split("\n").map((l) => l.trim().replace(/ +/g, " ")), native);
    await page.getByRole("button", { name: "Back" }).click();
    await page.getByLabel("Outcome").selectOption("given_up");
    await tester.settled(page);
    assert.match(await page.getByLabel("Request (").evaluate((e) => e.selectedOptions[0].text), /given up/);
    await page.getByLabel("Flow").selectOption("interactive");
    await tester.settled(page);
    assert.match(await page.locator(".told strong").innerText(), /^interactive request/);
    await page.getByLabel("Policy of the run").selectOption("backoff");
    await tester.settled(page);
    assert.match(await page.locator(".told strong").innerText(), /exponential/);
  },

  "yours: a run is made once for the stories of its requests": async (page, tester) => {
    await page.addInitScript(() => {
      window.told = 0; // how often the engine told how far it is
      const listen = Object.getOwnPropertyDescriptor(Worker.prototype, "onmessage");
      Object.defineProperty(Worker.prototype, "onmessage", { set(handler) {
        listen.set.call(this, (event) => ("done" in event.data && window.told++, handler(event)));
      } });
    });
    const of = (n) => page.getByLabel("Request (").locator("option").nth(n).getAttribute("value");
    const heading = page.locator(".told strong");
    const text = "version: 1\nextends: starter\nflows:\n  more:\n    arrivals: poisson(rate=2/s)\nhorizon: 60m\n";
    await tester.open(page, "yours?show=story&text=" + encodeURIComponent(text));
    assert.ok(await page.evaluate(() => window.told) > 2, "the run is too short");
    await page.evaluate(() => (window.told = 0));
    for (const n of [5, 9, 1]) {
      const request = await of(n);
      await page.getByLabel("Request (").selectOption(request);
      await tester.settled(page);
      assert.ok((await heading.innerText()).startsWith(request.replace("/", " request ") + ":"), await heading.innerText());
    }
    assert.equal(await page.evaluate(() => window.told), 0);
    // Another run: what stands there meanwhile is of before.
    const before = page.getByText("What is shown below is of before"), stop = page.locator("section[aria-label='One request']").getByRole("button", { name: "Stop" });
    await page.getByLabel("Policy of the run").selectOption({ index: 0 });
    await before.waitFor();
    await stop.click();
    await page.getByText("Stopped. What is shown is of before.").waitFor({ timeout: 15_000 });
    await page.getByRole("button", { name: "Begin again" }).click();
    await tester.settled(page);
    assert.equal(await before.count(), 0);
    // A story that lasts, as the engine does not answer.
    await page.evaluate(() => {
      window.post = Worker.prototype.postMessage;
      Worker.prototype.postMessage = function (m) { if (!m.question?.includes('"story"')) window.post.call(this, m); };
    });
    const old = await heading.innerText(), request = await of(7);
    await page.getByLabel("Request (").selectOption(request);
    await before.waitFor();
    await tester.audit(page);
    await stop.click();
    await page.getByText("Stopped. What is shown is of before.").waitFor({ timeout: 15_000 });
    assert.equal(await heading.innerText(), old);
    await page.evaluate(() => (Worker.prototype.postMessage = window.post));
    await page.getByRole("button", { name: "Begin again" }).click();
    await tester.settled(page);
    assert.ok((await heading.innerText()).startsWith(request.replace("/", " request ") + ":"), await heading.innerText());
  },

  "yours: where no request fits there is no story": async (page, tester) => {
    await tester.open(page, "yours?show=story&load=light&policy=fixed");
    assert.equal(await page.locator(".told").count(), 1);
    await page.getByLabel("Flow").selectOption("batch");
    await tester.settled(page);
    const outcomes = await page.getByLabel("Outcome").locator("option").evaluateAll((all) => all.map((o) => o.value));
    let none = 0;
    for (const outcome of outcomes) {
      await page.getByLabel("Outcome").selectOption(outcome);
      await tester.settled(page);
      const is = (await page.getByLabel("Request (").locator("option").count()) > 0;
      assert.equal(await page.locator(".told").count(), is ? 1 : 0);
      assert.equal(await page.getByText("No request is of this kind.").count(), is ? 0 : 1);
      none += !is;
    }
    assert.ok(none > 0, `each of ${outcomes} fits some request`);
  },

  "yours: scenario, trace and report can be taken away": async (page, tester) => {
    await tester.open(page, "yours?load=heavy&policy=fixed");
    assert.equal(await download(page, "Scenario"), await editor(page).inputValue());
    const dir = await inFolder(page);
    const native = execFileSync(tester.ratesim, ["run", "-f", "scenario.yaml", "--load", "heavy", "--policy", "fixed", "--trace", "-"], { cwd: dir, encoding: "utf8" });
    assert.equal(await download(page, /^Trace/), native);
    const report = await sameReport(page, tester, dir);
    assert.match(report, /\n- Under heavy load, with fixed, batch harms interactive: /);
    assert.match(report, /```text\nversion: 1\nextends: lesson\n/);
  },

  "yours: pasted input never becomes markup": async (page, tester) => {
    await tester.open(page, "yours");
    const evil = `<img src=x onerror="alert(1)">`;
    for (const text of [evil, `extends: lesson\nname: '${evil}'\n`, `extends: lesson\n'${evil}': 1\n`, `extends: lesson\npolicies:\n  '${evil}': none\n`, `extends: account\nflows:\n  '${evil}':\n    arrivals: '${evil}'\n`, "\u0000\u0001{[", "a: &a [*a]\n", "a: " + "[".repeat(10_000), "- ".repeat(10_000)]) {
      await type(page, tester, text);
      assert.equal(await page.locator("main img, main script").count(), 0);
      assert.ok((await page.locator("main").innerText()).length > 100);
    }
    await tester.open(page, "yours?text=" + encodeURIComponent(evil) + "&own=" + encodeURIComponent(evil) + "&policy=" + encodeURIComponent(evil));
    assert.equal(await page.locator("main img").count(), 0);
  },

  "yours: a long run shows how far it is, leaves the page alive, and can be stopped": async (page, tester) => {
    await tester.open(page, "yours");
    await editor(page).fill("extends: starter\nname: long\nhorizon: 400h\n");
    const stop = page.getByRole("button", { name: "Stop" });
    await stop.waitFor({ timeout: 30_000 });
    await page.waitForFunction(() => document.querySelector("main progress")?.value > 0, null, { timeout: 60_000 });
    // While it computes the page's own thread has time, as often as the machine does.
    const turns = await page.evaluate(() => new Promise((done) => {
      let turns = 0;
      const look = () => (turns++, setTimeout(look, 10));
      look();
      setTimeout(() => done(turns), 2000);
    }));
    assert.ok(turns >= 10, `in two seconds the page had ${turns} turns`);
    await stop.click();
    await page.getByText("Stopped. There is nothing to show yet.").waitFor({ timeout: 15_000 });
    assert.equal(await page.locator("section[aria-label=Tables] .command").count(), 0);
    assert.equal(await page.evaluate(() => document.activeElement.textContent), "Begin again");
    await page.keyboard.press("Enter");
    await stop.click();
    await page.getByText("Stopped. There is nothing to show yet.").waitFor({ timeout: 15_000 });
    await type(page, tester, "extends: lesson\nname: after\n");
    await sameAsRun(page, tester);
  },

  "yours: a file that takes long to make shows how far it is, and can be stopped": async (page, tester) => {
    await page.goto(`${tester.address}#yours?text=${encodeURIComponent("extends: starter\nname: long\nhorizon: 400h\n")}`);
    await page.locator("section[aria-label=Tables]").getByRole("button", { name: "Stop" }).click();
    await page.getByText("Stopped. There is nothing to show yet.").waitFor({ timeout: 15_000 });
    for (const name of [/^Trace/, "Report"]) {
      await page.getByRole("button", { name, exact: true }).click();
      const files = page.locator("section[aria-labelledby=files-heading]");
      await page.waitForFunction(() => document.querySelector("section[aria-labelledby=files-heading] progress")?.value > 0, null, { timeout: 60_000 });
      await files.getByRole("button", { name: "Stop" }).click();
      await files.getByText(/^Stopped: .* has not been made\.$/).waitFor({ timeout: 15_000 });
      await tester.settled(page);
      assert.match(await page.evaluate(() => document.activeElement.textContent), name === "Report" ? /^Report$/ : name); // where the keyboard began
    }
  },

  // Whoever changes something while a long run is made has not stopped anything.
  "yours: a change while a long run is made is answered": async (page, tester) => {
    await page.goto(`${tester.address}#yours?text=${encodeURIComponent("extends: starter\nname: long\nhorizon: 400h\n")}`);
    await page.waitForFunction(() => document.querySelector("section[aria-label=Tables] progress")?.value > 0, null, { timeout: 60_000 });
    await editor(page).fill("extends: starter\nname: short\n");
    await tester.settled(page);
    await sameAsRun(page, tester);
    assert.equal(await page.getByText(/^Stopped/).count(), 0);
    // An engine that does not stop in time is ended, and asked again what was not stopped.
    await page.evaluate(() => (window.hung = Worker.prototype.postMessage));
    await page.evaluate(() => (Worker.prototype.postMessage = function (m) { if (!m.stop) window.hung.call(this, m); }));
    await editor(page).fill("extends: starter\nname: long\nhorizon: 400h\n");
    await page.waitForFunction(() => document.querySelector("section[aria-label=Tables] progress")?.value > 0, null, { timeout: 60_000 });
    await editor(page).fill("extends: starter\nname: brief\n");
    await tester.settled(page);
    await sameAsRun(page, tester);
    assert.equal(await page.getByText(/^Stopped/).count(), 0);
  },

  "yours: whatever it may begin with runs": async (page, tester) => {
    await tester.open(page, "yours");
    const all = await page.getByLabel("Begin with").locator("option").evaluateAll((all) => all.map((o) => o.value).filter((v) => v.startsWith("scenario:")));
    assert.ok(all.includes("scenario:account"));
    for (const one of all) {
      await page.getByLabel("Begin with").selectOption(one);
      await page.waitForTimeout(450);
      await tester.settled(page);
      assert.deepEqual(await page.locator(".trouble").allInnerTexts(), [], one);
      assert.ok(await page.locator("table").count() > 0, one);
    }
  },

  "yours: a caret stands under the fault": async (page, tester) => {
    await tester.open(page, "yours");
    await type(page, tester, "policies:\n  mine: fixed(wait=2stepz)\n");
    const excerpt = page.locator(".trouble .excerpt").first();
    assert.equal(await excerpt.evaluate((e) => getComputedStyle(e).whiteSpace), "pre");
    const [line, caret] = (await excerpt.textContent()).split("\n");
    assert.match(line.slice(caret.indexOf("^")), /^2stepz|^wait/);
  },

  "yours: a text of many lines does not stall the page": async (page, tester) => {
    await tester.open(page, "yours");
    await page.evaluate(() => {
      window.longest = 0;
      new PerformanceObserver((list) => list.getEntries().forEach((e) => (window.longest = Math.max(window.longest, e.duration)))).observe({ entryTypes: ["longtask"] });
    });
    const text = "extends: lesson\nname: many\n" + Array.from({ length: 35_000 }, (_, i) => `# line ${i}\n`).join("");
    const bare = await page.evaluate((text) => { // what a browser takes for such a field alone
      const field = document.body.appendChild(document.createElement("textarea"));
      const began = performance.now();
      Object.assign(field, { wrap: "off", spellcheck: false, value: text }).offsetHeight;
      field.remove();
      return performance.now() - began;
    }, text);
    await page.waitForTimeout(200);
    await page.evaluate(() => (window.longest = 0));
    await put(page, text);
    await page.waitForTimeout(450);
    await tester.settled(page);
    await editor(page).evaluate((e) => (e.scrollTop = e.scrollHeight));
    await page.waitForTimeout(100);
    assert.match(await page.locator(".lines pre").textContent(), /35003\s*$/);
    const longest = await page.evaluate(() => window.longest);
    console.log(`      35,000 lines: the longest task took ${longest} ms, a field alone ${Math.round(bare)}`);
    assert.ok(longest < 2 * bare + 200);
  },

  "yours: a seed that is none is said to be none": async (page, tester) => {
    await tester.open(page, "yours?seed=twelve");
    assert.match(await page.locator("main").innerText(), /“twelve” is no whole number/);
    await tester.open(page, "yours?policies=,");
    assert.match(await page.locator("main").innerText(), /Choose a policy to run/);
  },
};
