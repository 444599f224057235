// The view "Workers and a busy provider".
import assert from "node:assert/strict";
import { press, table } from "./tester.mjs";

const readouts = (page) => page.locator(".readouts dd").allTextContents();
const commandText = (page) => page.locator(".command code").first().textContent();

// sameAsCommand holds the readouts and the table against "ratesim workers".
async function sameAsCommand(page, tester) {
  const native = tester.command(await commandText(page));
  const [refused, answered, last] = await readouts(page);
  assert.equal(refused, String(native.rate_limited));
  assert.equal(answered, `${native.answered} of ${native.rows.length}`);
  assert.equal(last, native.answered ? `${Number((native.last_answer_ns / 1e9).toFixed(3))} s` : "–");
  const [, ...rows] = await table(page, "Each worker");
  assert.deepEqual(rows.map((r) => r[3]), native.rows.map((r) => r.result));
  const instants = (r) => r.attempts_ns.split(";").map((ns) => Number((ns / 1e9).toFixed(3)));
  assert.deepEqual(rows.map((r) => r[1].match(/[\d.]+/g).map(Number)), native.rows.map(instants));
}

export const workersTests = {
  "workers: the page begins with the lesson, figure for figure": async (page, tester) => {
    await tester.open(page, "");
    assert.deepEqual(await readouts(page), ["6", "4 of 4", "3.5 s"]);
    assert.deepEqual(await table(page, "Each worker"), [
      ["worker", "attempts at (s)", "waits (s)", "result"],
      ["worker 1", "0 ✓", "–", "answer at 0 s"],
      ["worker 2", "0 ✗, 0.5 ✓", "0.5", "answer at 0.5 s"],
      ["worker 3", "0 ✗, 0.5 ✗, 1.5 ✓", "0.5 + 1 = 1.5", "answer at 1.5 s"],
      ["worker 4", "0 ✗, 0.5 ✗, 1.5 ✗, 3.5 ✓", "0.5 + 1 + 2 = 3.5", "answer at 3.5 s"],
    ]);
    const summary = await page.locator(".summary").textContent();
    assert.match(summary, /^Base 0\.5 s, jitter off, at most 4 attempts\. 10 requests, 6 of them answered with HTTP 429/);
    await page.getByText("Text description of the time line").click();
    assert.deepEqual(await page.locator(".story li").allTextContents(), [
      "At 0 s worker 1 gets an answer; workers 2, 3 and 4 get HTTP 429.",
      "At 0.5 s worker 2 gets an answer; workers 3 and 4 get HTTP 429.",
      "At 1.5 s worker 3 gets an answer; worker 4 gets HTTP 429.",
      "At 3.5 s worker 4 gets an answer.",
    ]);
    await sameAsCommand(page, tester);
  },

  "workers: each control changes the run, to what the command gives": async (page, tester) => {
    await tester.open(page, "workers");
    for (const base of ["0.25 s", "1 s", "2 s", "0.5 s"]) {
      await press(page, "Base delay", base);
      await tester.settled(page);
      await sameAsCommand(page, tester);
    }
    await press(page, "Jitter", "on");
    await tester.settled(page);
    await sameAsCommand(page, tester);
    const before = await table(page, "Each worker");
    await page.getByRole("button", { name: "Draw again" }).click();
    await tester.settled(page);
    assert.notDeepEqual(await table(page, "Each worker"), before);
    await sameAsCommand(page, tester);
    for (const attempts of ["1", "2", "3", "5", "6"]) {
      await press(page, "Attempts at most", attempts);
      await tester.settled(page);
      await sameAsCommand(page, tester);
    }
    for (const workers of ["1", "40", "12"]) {
      await page.getByRole("slider", { name: /Workers/ }).fill(workers);
      await tester.settled(page);
      await sameAsCommand(page, tester);
    }
    for (const spacing of ["0.05s", "2s", "0.1s"]) {
      await page.getByLabel("Provider starts one every").selectOption(spacing);
      await tester.settled(page);
      await sameAsCommand(page, tester);
    }
    for (const cap of ["1s", "2s", "16s"]) {
      await page.getByLabel("Longest wait").selectOption(cap);
      await tester.settled(page);
      await sameAsCommand(page, tester);
    }
  },

  "workers: hints are heeded as the command heeds them": async (page, tester) => {
    await tester.open(page, "workers");
    for (const said of ["seconds", "milliseconds"]) {
      await page.getByLabel("A 429 says how long to wait").selectOption(said);
      await tester.settled(page);
      assert.match(await commandText(page), new RegExp(`^ratesim workers .*--hints ${said}`));
      await sameAsCommand(page, tester);
    }
  },

  "workers: many draws have the command's mean and interval": async (page, tester) => {
    await tester.open(page, "workers?jitter=full");
    for (const n of ["50", "200", "1000"]) {
      await press(page, "Draws", n);
      await tester.settled(page);
      const native = tester.command(await page.locator(".command code").nth(1).textContent());
      assert.equal(native.rows.length, Number(n));
      const [, mean] = await table(page, "The last answer over all draws");
      assert.equal(mean[1], native.mean_last_answer_s.toFixed(2));
      await page.getByText("The histogram as a table").click();
      const [, ...bins] = await table(page, "Draws by when");
      assert.equal(bins.reduce((sum, b) => sum + Number(b[2]), 0), native.rows.filter((r) => r.answered > 0).length);
      await page.getByText("The histogram as a table").click();
    }
  },

  "workers: a link that says nonsense is told so": async (page, tester) => {
    await tester.open(page, "workers?base=bogus");
    assert.match(await page.getByRole("alert").first().textContent(), /base/);
  },

  "workers: no name in the time line is covered by a mark": async (page, tester) => {
    for (const [width, height] of [[320, 640], [360, 800], [1280, 800]]) {
      await page.setViewportSize({ width, height });
      for (const workers of [4, 9, 10, 12, 40]) {
        await tester.open(page, `workers?workers=${workers}`);
        const apart = await page.locator("figure svg text.name").evaluateAll((all) => all.map((name) => name.parentElement.querySelector(":is(.answer, .refused)").getBoundingClientRect().left - name.getBoundingClientRect().right));
        assert.equal(apart.length, workers);
        assert.ok(Math.min(...apart) > 1, `${workers} workers, ${width}: ${Math.min(...apart)}`);
      }
    }
  },
};
