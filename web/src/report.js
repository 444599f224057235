// The pictures of a report over time, drawn by uPlot: they tell the values under the
// cursor. What is drawn stands beside the picture that the file came with, which is
// printed, and shown where no script runs. The numbers are in data-chart, as picture.Chart
// writes them.

import uPlot from "uplot";
import { mark } from "./marks.js";

// edges returns what a chart lacks at its edges: a value is drawn up to them, though it is
// told at its own instant.
const edges = (c) => ({ before: c.at[0] > c.from ? 1 : 0, after: c.at.at(-1) < c.to ? 1 : 0 });

// instants returns where the values of a chart are drawn.
function instants(c) {
  const { before, after } = edges(c);
  return [...Array(before).fill(c.from), ...c.at, ...Array(after).fill(c.to)];
}

// drawn returns the values of lines as heights: areas and bars stand upon each other.
function drawn(c) {
  const { lines } = c;
  const heights = lines.map((l) => [...l.values]);
  for (let i = lines.length - 2; i >= 0; i--) {
    if (lines[i].look === "line" || lines[i + 1].look === "line") continue;
    heights[i].forEach((_, j) => (heights[i][j] += heights[i + 1][j]));
  }
  const { before, after } = edges(c);
  const edge = (values, i) => (lines[i].look === "bars" ? null : values);
  return heights.map((v, i) => [...Array(before).fill(edge(v[0], i)), ...v, ...Array(after).fill(edge(v.at(-1), i))]);
}

const number = (v) => String(Number(v.toPrecision(6)));

// instant says a time: parts of minutes and hours in smaller units.
function instant(at, unit) {
  const seconds = { min: 60, h: 3600 }[unit];
  if (!seconds) return `${number(at)} ${unit}`;
  const all = Math.round(at * seconds * 1000);
  const parts = [[Math.floor(all / 3600000), "h"], [Math.floor(all / 60000) % 60, "min"], [(all % 60000) / 1000, "s"]];
  return parts.filter(([n]) => n > 0).map(([n, name]) => `${n} ${name}`).join(" ") || `0 ${unit}`;
}

// unasked stands where values are told.
const unasked = "Point at the picture to read its values.";

// told says the values that are drawn at a time.
function told(c, time) {
  const next = c.at.findIndex((at) => (c.until ? at >= time : at > time));
  const reached = next < 0 ? c.at.length : next;
  const at = Math.min(Math.max(c.until ? reached : reached - 1, 0), c.at.length - 1);
  return `${instant(c.at[at], c.unit)}: ` + c.lines.map((l) => `${l.name} ${number(l.values[at])}`).join(", ");
}

// The measures of what is said of a line's end, in pixels: its height, and how far from the
// edge its mark and its words are.
const endLine = 13, endMark = 12, endWords = 18;

const endFont = (ratio) => `${11 * ratio}px ${getComputedStyle(document.body).fontFamily}`;

// endRoom returns the room that is wanted for the ends, in pixels; null for none.
function endRoom(ends) {
  if (ends.length === 0) return null;
  const context = document.createElement("canvas").getContext("2d");
  context.font = endFont(1);
  return Math.ceil(endWords + 2 + Math.max(...ends.map((e) => context.measureText(e.text).width)));
}

// drawEnds draws marks at the right edge and the words beside it, one below the other.
function drawEnds(u, ends, ink) {
  const { ctx: context, bbox } = u, ratio = devicePixelRatio, right = bbox.left + bbox.width;
  const sorted = ends.toSorted((a, b) => b.at - a.at);
  context.save();
  let below = -Infinity;
  sorted.forEach(({ at, mark: name, text, colour }, i) => {
    const y = u.valToPos(at, "y", true);
    const line = Math.min(Math.max(y, below + endLine * ratio), bbox.top + bbox.height - (sorted.length - 1 - i) * endLine * ratio);
    mark(context, name, { x: right, y, size: 4 * ratio, colour });
    mark(context, name, { x: right + endMark * ratio, y: line, size: 2.5 * ratio, colour });
    Object.assign(context, { fillStyle: ink, font: endFont(ratio), textAlign: "left", textBaseline: "middle" });
    context.fillText(text, right + endWords * ratio, line);
    below = line;
  });
  context.restore();
}

// bright are colours that a dark ground wants brighter.
const bright = { "#0072b2": "#3d9fe0", "#996633": "#c08a4e", "#d55e00": "#ff8a4c" };

const isDark = () => matchMedia("(prefers-color-scheme: dark)").matches;

// colourOf returns the colour of a line on the page's ground.
function colourOf({ colour }, ink) {
  if (colour === "#1a1a1a") return ink;
  return (isDark() && bright[colour]) || colour;
}

// The measures of stripes, in pixels of the page, as package picture has them in points.
const stripeGap = 6, stripeWidth = 1.5, edgeWidth = 1;

// stripes returns a pattern of slanted stripes, which are told without colour.
function stripes(colour) {
  const size = Math.round(stripeGap * devicePixelRatio);
  const tile = Object.assign(document.createElement("canvas"), { width: size, height: size });
  const context = tile.getContext("2d");
  Object.assign(context, { strokeStyle: colour, lineWidth: (stripeWidth * size) / stripeGap });
  for (const x of [-size, 0, size]) {
    context.moveTo(x - 2, size + 2);
    context.lineTo(x + size + 2, -2);
  }
  context.stroke();
  return context.createPattern(tile, "repeat");
}

// barShare is how much of its time a bar takes, barMost how much at most, in pixels.
const barShare = 0.8, barMost = 40;

// boxes returns what stands between a line of values and the one below it, on the canvas.
function boxes(u, series, c) {
  const [at, tops, lows] = [u.data[0], u.data[series], u.data[series + 1]], all = [];
  for (let i = 0; i < at.length; i++) {
    const [from, to] = c.until ? [at[i - 1], at[i]] : [at[i], at[i + 1] ?? c.to];
    if (from === undefined || tops[i] === null || tops[i] === lows[i]) continue;
    const left = u.valToPos(from, "x", true), right = u.valToPos(to, "x", true);
    const width = c.lines[series - 1].look === "bars" ? Math.min(barShare * (right - left), barMost * devicePixelRatio) : right - left;
    all.push({ left, right: left + width, top: u.valToPos(tops[i], "y", true), low: u.valToPos(lows[i], "y", true) });
  }
  return all;
}

// outlined returns the paths of an area of stripes: the edge goes around boxes that touch.
const outlined = (c) => (u, series) => {
  const path = new Path2D(), all = boxes(u, series, c);
  for (let from = 0, to; from < all.length; from = to) {
    for (to = from + 1; to < all.length && all[to].left === all[to - 1].right; ) to++;
    const touching = all.slice(from, to);
    path.moveTo(touching[0].left, touching[0].low);
    for (const b of touching) path.lineTo(b.left, b.top), path.lineTo(b.right, b.top);
    for (const b of touching.reverse()) path.lineTo(b.right, b.low), path.lineTo(b.left, b.low);
    path.closePath();
  }
  return { stroke: path, fill: path };
};

function seriesOf(line, c, ink) {
  const colour = colourOf(line, ink);
  if (line.stripes) return { stroke: colour, fill: stripes(colour), width: edgeWidth, paths: outlined(c), points: { show: false } };
  const paths = line.look === "bars" ? uPlot.paths.bars({ size: [barShare, barMost], align: 1 }) : uPlot.paths.stepped({ align: c.until ? -1 : 1 });
  const fill = line.look === "line" ? undefined : colour;
  return { stroke: colour, fill, width: fill ? 0 : 2, dash: line.dashes.length ? line.dashes : undefined, paths, points: { show: false } };
}

// wholes are distances between ticks.
const wholes = [...Array(13).keys()].flatMap((tens) => [1, 2, 5].map((n) => n * 10 ** tens));

// draw draws a chart into a box and returns it.
function draw(c, plot, readout) {
  const style = getComputedStyle(document.body);
  const ink = style.color;
  const axis = (label, size) => ({ stroke: ink, label, labelSize: 16, size, font: `11px ${style.fontFamily}`, labelFont: `12px ${style.fontFamily}`, grid: { stroke: "#88888840", width: 1 }, ticks: { stroke: "#88888880", width: 1, size: 4 } });
  const whole = c.whole ? { incrs: wholes } : {}; // of what is counted there is no half
  const ends = c.lines.filter((l) => l.end).map((l) => ({ ...l.end, colour: colourOf(l, ink) }));
  return new uPlot({
    width: plot.clientWidth, height: 240 + endLine * Math.max(0, ends.length - 13),
    padding: [null, endRoom(ends), null, null],
    legend: { show: false },
    cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
    scales: { x: { time: false, range: () => [c.from, c.to], distr: c.log ? 3 : 1 }, y: { range: () => [0, c.top] } },
    axes: [axis(c.x, 30), { ...axis(c.y, 44), ...whole }],
    series: [{}, ...c.lines.map((l) => seriesOf(l, c, ink))],
    hooks: {
      setCursor: [(u) => (readout.textContent = u.cursor.idx == null ? unasked : told(c, u.posToVal(u.cursor.left, "x")))],
      draw: [(u) => drawEnds(u, ends, ink)],
    },
  }, [instants(c), ...drawn(c)], plot);
}

function element(name, parts) {
  return Object.assign(document.createElement(name), parts);
}

// enliven puts a chart in the place of a picture.
function enliven(box) {
  const c = JSON.parse(box.dataset.chart);
  const plot = element("div", { className: "plot", role: "img", ariaLabel: box.querySelector("title").textContent });
  const readout = element("p", { className: "readout", ariaHidden: "true", textContent: unasked });
  const live = element("div", { className: "live" });
  live.append(element("p", { className: "title", textContent: c.title }), plot, readout);
  box.append(live);
  box.classList.add("enlivened");
  let chart = draw(c, plot, readout);
  const again = () => {
    if (plot.clientWidth === 0) return; // as when it is printed
    chart.destroy();
    chart = draw(c, plot, readout);
  };
  let width = plot.clientWidth;
  new ResizeObserver(() => plot.clientWidth !== width && ((width = plot.clientWidth), again())).observe(plot);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", again);
}

for (const box of document.querySelectorAll("[data-chart]")) enliven(box);
