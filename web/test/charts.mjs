// What is drawn in canvases and pictures, pixel by pixel.
import assert from "node:assert/strict";

// inkOf returns the share of pixels that are drawn in a part of the chart of calls, given
// in steps and calls, and whether all the pixels of a row are alike.
const inkOf = (page, part) => page.locator(".plot").first().evaluate((plot, { from, to, low, high, most }) => {
  const canvas = plot.querySelector("canvas"), over = plot.querySelector(".u-over");
  const box = over.getBoundingClientRect(), at = canvas.getBoundingClientRect(), ratio = canvas.width / at.width;
  const x = (step) => Math.round((box.left - at.left + (step / 140) * box.width) * ratio);
  const y = (calls) => Math.round((box.top - at.top + (1 - calls / (most * 1.05)) * box.height) * ratio);
  const [left, top] = [x(from) + 1, y(high) + 1], [width, height] = [x(to) - 1 - left, y(low) - 1 - top];
  const { data } = canvas.getContext("2d").getImageData(left, top, width, height);
  const drawn = Array.from({ length: width * height }, (_, i) => data[4 * i + 3] > 127);
  const rows = Array.from({ length: height }, (_, i) => drawn.slice(i * width, (i + 1) * width));
  return { share: drawn.filter(Boolean).length / drawn.length, level: rows.every((row) => row.every((p) => p === row[0])) };
}, part);

const screens = [[360, 1, "light", "none"], [360, 3, "dark", "none"], [1440, 1, "dark", "active"], [1440, 2, "light", "none"]];

// onScreen opens the view at a width, in pixels of a size and in colours.
async function onScreen(page, tester, [width, deviceScaleFactor, colorScheme, forcedColors]) {
  const context = await tester.browser.newContext({ viewport: { width, height: 900 }, deviceScaleFactor, colorScheme, forcedColors });
  const shown = await context.newPage();
  await tester.open(shown, "flows");
  return shown;
}

export const chartsTests = {
  "charts: calls are told apart without colour, on any screen": async (page, tester) => {
    for (const screen of screens) {
      const shown = await onScreen(page, tester, screen);
      const most = 13; // calls in a step
      const refused = await inkOf(shown, { from: 41, to: 47, low: 1, high: 4, most });
      assert.ok(refused.share > 0.15 && refused.share < 0.85 && !refused.level, `refused on ${screen}: ${JSON.stringify(refused)}`);
      const batch = await inkOf(shown, { from: 30, to: 33, low: 5.5, high: 7.5, most });
      assert.ok(batch.share > 0.7, `batch on ${screen}: ${JSON.stringify(batch)}`);
      const interactive = await inkOf(shown, { from: 112, to: 115, low: 0, high: 1, most });
      assert.ok(interactive.share > 0.15 && interactive.share < 0.7, `interactive on ${screen}: ${JSON.stringify(interactive)}`);
      const signs = await shown.locator("figure", { has: shown.locator(".plot") }).first().locator(".legend canvas").evaluateAll((all) => all.map((c) => {
        const { data } = c.getContext("2d").getImageData(0, 0, c.width, c.height);
        return [...data].filter((_, i) => i % 4 === 3).map((alpha) => (alpha > 127 ? "#" : " ")).join("");
      }));
      assert.equal(new Set(signs).size, 4, `marks of the legend on ${screen}`);
      await shown.context().close();
    }
  },

  "charts: the axis says what it counts": async (page, tester) => {
    await page.addInitScript(() => {
      window.written = [];
      const write = CanvasRenderingContext2D.prototype.fillText;
      CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
        window.written.push(text);
        return write.call(this, text, ...place);
      };
    });
    await tester.open(page, "flows");
    assert.ok((await page.evaluate(() => window.written)).filter((text) => text === "step").length >= 5);
  },

  "charts: a dot stands at its value": async (page, tester) => {
    await tester.open(page, "flows?policy=backoff&seeds=30&load=5");
    const native = tester.command((await page.locator(".command code").allTextContents()).at(-1)).rows;
    let zeros = 0;
    for (const dots of await page.locator(".dots").all()) {
      const label = await dots.locator("figcaption").innerText();
      const zero = Number(await dots.locator("line.zero").getAttribute("x1"));
      const all = await dots.locator("circle.seed").evaluateAll((all) => all.map((c) => [Number(c.getAttribute("cx")), Number(c.getAttribute("cy")), Number(c.getAttribute("r"))]));
      const [from, to] = await dots.locator(".interval line").first().evaluate((l) => [Number(l.getAttribute("x1")), Number(l.getAttribute("x2"))]);
      const row = native.find((r) => label.startsWith({ completed_share: "completed", interactive_share: "interactive", calls: "calls", wasted_tokens: "wasted" }[r.figure] + ":"));
      const unit = (to - from) / (row.difference_high - row.difference_low);
      const mean = all.reduce((sum, [x]) => sum + x, 0) / all.length;
      assert.ok(Math.abs((mean - zero) / unit - row.difference) < 1e-6 * Math.max(1, Math.abs(row.difference)), `${label}: the mean of the dots is ${(mean - zero) / unit}, and not ${row.difference}`);
      zeros += all.filter(([x]) => x === zero).length;
      all.forEach(([x, y, r], i) => all.slice(i + 1).forEach(([otherX, otherY]) => assert.ok(Math.hypot(x - otherX, (y - otherY)) > 0.8 * r, `${label}: two dots at ${x}, ${y}`)));
    }
    assert.ok(zeros > 5, `${zeros} dots stand at zero`);
  },
};
