// Opens a report from disk in a real browser that has no network, and holds what the
// cursor tells against the trace: node report.mjs REPORT TRACE [SHOTS].
import assert from "node:assert/strict";
import { chromium } from "playwright-core";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const [report, trace, shots] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath: process.env.RATESIM_CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

// opened opens the report and returns its page, and what the browser complains of.
async function opened(how) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, offline: true, ...how });
  const page = await context.newPage();
  const complaints = [];
  page.on("pageerror", (e) => complaints.push("error: " + e.message));
  page.on("console", (m) => m.type() === "error" && complaints.push("console: " + m.text()));
  page.on("request", (r) => r.url() === "file://" + report || complaints.push("asked for " + r.url()));
  await page.addInitScript(() => {
    window.inked = []; // what is written on canvases
    const { fillText } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) {
      window.inked.push(text);
      return fillText.call(this, text, ...rest);
    };
  });
  await page.goto("file://" + report);
  return { page, complaints };
}

// seen counts what is to be seen of still and of live pictures.
const seen = (page) => page.evaluate(() => ["[data-chart] > svg", "[data-chart] .live"].map((s) => [...document.querySelectorAll(s)].filter((e) => e.checkVisibility()).length));

// counted counts the calls of a policy by the step, from the trace alone, as each window
// of three steps has them.
function counted(policy) {
  const calls = [], refused = [];
  let isWanted = false;
  for (const line of readFileSync(trace, "utf8").trim().split("\n")) {
    const r = JSON.parse(line);
    if (r.kind === "run") isWanted = r.policy === policy;
    if (r.kind !== "attempt" || !isWanted) continue;
    calls[r.step] = (calls[r.step] ?? 0) + 1;
    if (r.status === "rate_limit") refused[r.step] = (refused[r.step] ?? 0) + 1;
  }
  const within = (counts, step) => [step - 2, step - 1, step].reduce((sum, i) => sum + (counts[i] ?? 0), 0);
  return (step) => `${step} steps: refused (429) ${within(refused, step)}, answered or failed otherwise ${within(calls, step) - within(refused, step)}, limit 24`;
}

const pictures = await (async () => {
  const { page, complaints } = await opened({});
  const [still, live] = await seen(page);
  assert.ok(live > 0 && still === 0, `${still} still pictures and ${live} live ones are to be seen`);
  for (const policy of ["none", "fixed"]) {
    const want = counted(policy);
    const box = page.locator("[data-chart]").filter({ has: page.locator(".title", { hasText: `heavy: ${policy}` }) }).first();
    const over = box.locator(".u-over");
    await over.scrollIntoViewIfNeeded();
    const { width, height } = await over.boundingBox();
    const said = new Set();
    for (const part of [0.1, 0.3, 0.37, 0.4, 0.9]) {
      await over.hover({ position: { x: width * part, y: height / 2 } });
      const text = await box.locator(".readout").innerText();
      assert.equal(text, want(parseInt(text, 10)));
      said.add(text);
    }
    assert.equal(said.size, 5);
  }
  // Refused calls are striped, the others are not: there are edges along a line at half the
  // height of each, from the first to the last step of the burst.
  const fixed = page.locator("[data-chart]").filter({ has: page.locator(".title", { hasText: "heavy: fixed" }) }).first();
  const edges = (from, to, height) => fixed.locator("canvas").evaluate((canvas, [from, to, height]) => {
    const over = canvas.parentElement.querySelector(".u-over"), ratio = canvas.width / canvas.clientWidth;
    const left = Math.round((over.offsetLeft + from * over.offsetWidth) * ratio), width = Math.round((to - from) * over.offsetWidth * ratio);
    const { data } = canvas.getContext("2d").getImageData(left, Math.round((over.offsetTop + height * over.offsetHeight) * ratio), width, 1);
    const isDark = [...Array(width).keys()].map((i) => data[4 * i + 3] > 128);
    return isDark.filter((dark, i) => i > 0 && dark !== isDark[i - 1]).length;
  }, [from, to, height]);
  assert.ok((await edges(0.31, 0.41, 0.55)) >= 6, "refused calls are striped");
  assert.equal(await edges(0.1, 0.2, 0.97), 0, "others are plain");
  // The same figures without a pointer: a table that the keyboard opens.
  const folded = page.locator("figure", { has: page.locator("h3", { hasText: "Calls and refusals" }) }).locator("summary", { hasText: "The values as tables" });
  await folded.focus();
  await page.keyboard.press("Enter");
  const table = page.locator("table", { has: page.locator("caption", { hasText: "heavy: fixed, calls in 3 steps" }) });
  assert.ok(await table.isVisible());
  const rows = await table.locator("tbody tr").evaluateAll((all) => all.map((tr) => [...tr.cells].map((td) => td.textContent)));
  assert.ok(rows.length > 50 && rows.length <= 60, `${rows.length} rows`);
  const want = counted("fixed");
  for (const [step, refused, others, limit] of rows) {
    assert.equal(`${step} steps: refused (429) ${refused}, answered or failed otherwise ${others}, limit ${limit}`, want(Number(step)));
  }
  const latency = page.locator("[data-chart]").last();
  await latency.locator(".u-over").hover();
  assert.match(await latency.locator(".readout").innerText(), /^\d+ steps: none 0\.\d+, fixed 0\.\d+$/);
  const never = await page.evaluate(() => [...document.querySelectorAll("[data-chart] > svg text")].map((e) => e.textContent).filter((t) => t.startsWith("never ")).sort());
  assert.ok(never.length >= 2);
  assert.deepEqual(await page.evaluate(() => window.inked.filter((t) => t.startsWith("never ")).sort()), never, "the live pictures tell the shares that the still ones do");
  await page.emulateMedia({ media: "print" });
  assert.deepEqual(await seen(page), [live, 0], "in print the pictures are those of the file");
  assert.deepEqual(complaints, []);
  return live;
})();

for (const [name, how] of Object.entries({
  desk: {}, "desk-dark": { colorScheme: "dark" }, phone: { viewport: { width: 360, height: 740 } }, "phone-dark": { viewport: { width: 360, height: 740 }, colorScheme: "dark" },
})) {
  const { page, complaints } = await opened({ ...how, bypassCSP: false });
  assert.equal((await seen(page))[1], pictures);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${name}: the page is wider than the window`);
  const blues = await page.evaluate(() => [...document.querySelectorAll('svg [fill="#0072B2"]')].map((e) => getComputedStyle(e).fill));
  assert.deepEqual([...new Set(blues)], [how.colorScheme === "dark" ? "rgb(61, 159, 224)" : "rgb(0, 114, 178)"], `${name}: the blue of marks`);
  if (shots) await page.screenshot({ path: `${shots}/report-${name}.png`, fullPage: true });
  await page.evaluate(() => document.querySelectorAll("details").forEach((d) => (d.open = true)));
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run());
  assert.deepEqual(violations.map((v) => `${name}: ${v.id}: ${v.nodes[0].html}`), []);
  assert.deepEqual(complaints, []);
}

const { page, complaints } = await opened({ javaScriptEnabled: false });
assert.deepEqual([await page.locator("[data-chart] > svg").count(), await page.locator("[data-chart] > svg").first().isVisible(), await page.locator(".live").count()], [pictures, true, 0], "without scripts there are the pictures of the file");
assert.deepEqual(complaints.filter((c) => !c.includes("script")), []);
await browser.close();
console.log(`all well: ${pictures} pictures`);
