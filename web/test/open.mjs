// Opens a report of continuous time from disk, and holds what the cursor tells of calls
// against the trace: node open.mjs REPORT TRACE.
import assert from "node:assert/strict";
import { chromium } from "playwright-core";
import { readFileSync } from "node:fs";

const [report, trace] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath: process.env.RATESIM_CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 }, offline: true })).newPage();
await page.goto("file://" + report);

const records = readFileSync(trace, "utf8").trim().split("\n").map((line) => JSON.parse(line));
const attempts = records.filter((r) => r.kind === "attempt");
const end = records.find((r) => r.kind === "run").horizon_ns / 1e9;

// seconds reads an instant.
function seconds(text) {
  const units = { h: 3600, min: 60, s: 1 };
  return text.split(" ").reduce((sum, n, i, parts) => sum + (i % 2 ? 0 : n * units[parts[i + 1]]), 0);
}

// counted counts the calls of the minute that ends at an instant.
function counted(until) {
  const calls = attempts.filter((a) => a.at_ns < until * 1e9 && a.at_ns >= (until - 60) * 1e9);
  const refused = calls.filter((a) => a.status === "rate_limit").length;
  return `refused (429) ${refused}, answered or failed otherwise ${calls.length - refused}, limit 60`;
}

const box = page.locator("[data-chart]").first(), over = box.locator(".u-over");
await over.scrollIntoViewIfNeeded();
const { width, height } = await over.boundingBox();
const met = new Set();
for (const x of [...Array(50).keys()].map((i) => 0.5 + (i * (width - 1)) / 49)) {
  await over.hover({ position: { x, y: height / 2 } });
  const [instant, said] = (await box.locator(".readout").innerText()).split(": ");
  const at = seconds(instant), cursor = (x / width) * end;
  assert.equal(said, counted(at), `at ${instant}`);
  assert.ok(at % 5 === 0 && Math.abs(at - cursor) <= 5 + end / width, `${instant} is told at ${cursor} s`);
  met.add(at);
}
assert.ok(met.has(5) && met.has(end) && met.size > 40, [...met].join());

// The last of the picture is drawn up to its edge.
const edge = await box.locator("canvas").evaluate((canvas) => {
  const over = canvas.parentElement.querySelector(".u-over"), ratio = canvas.width / canvas.clientWidth;
  const x = (over.offsetLeft + over.offsetWidth - 2) * ratio, y = (over.offsetTop + over.offsetHeight - 2) * ratio;
  return [...canvas.getContext("2d").getImageData(x, y, 1, 1).data];
});
assert.deepEqual(edge, [0x56, 0xb4, 0xe9, 0xff]);
await browser.close();
console.log(`all well: ${met.size} instants`);
