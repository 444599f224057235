// Opens a report from disk, and wants what stands right of its live pictures whole, and
// the given words among it: node words.mjs REPORT WORDS.
import assert from "node:assert/strict";
import { chromium } from "playwright-core";

const [report, wanted] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath: process.env.RATESIM_CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
for (const width of [360, 1440]) {
  const page = await (await browser.newContext({ viewport: { width, height: 900 }, offline: true })).newPage();
  await page.addInitScript(() => {
    window.ends = []; // of texts that begin where they are put: their words, and how far they reach beyond the canvas
    const { fillText } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fillText = function (text, x, ...rest) {
      if (this.textAlign === "left") window.ends.push([text, x + this.measureText(text).width - this.canvas.width]);
      return fillText.call(this, text, x, ...rest);
    };
  });
  await page.goto("file://" + report);
  for (const box of await page.locator("[data-chart]").all()) await box.scrollIntoViewIfNeeded();
  const ends = await page.evaluate(() => window.ends);
  assert.ok(ends.some(([text]) => text === wanted), `${wanted} among ${ends.map(([text]) => text).join(", ")}`);
  assert.deepEqual(ends.filter(([, beyond]) => beyond > 0), []);
}
await browser.close();
