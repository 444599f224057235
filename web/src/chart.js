// Charts over steps, drawn by uPlot. Whatever a chart shows is also in a table near it.

import { useLayoutEffect, useRef, useState } from "preact/hooks";
import uPlot from "uplot";
import { html } from "./parts.js";
import { useWidth } from "./draw.js";
import { outlineWidth, paintOf } from "./fills.js";

// A series is {label, values, kind, colour}, colour the name of a CSS variable. Of the kind
// "line" it may have a dash, the pattern of its line. Of the kind "columns" it has a fill,
// and stands upon floor.

const colourOf = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

// The size of a mark in the legend, in pixels.
const swatchWidth = 30, swatchHeight = 14;

// roomyColumn is the width from which on a column has room for sides and a gap, in pixels.
const roomyColumn = 5;

// columns returns how uPlot draws columns: their area, and their outline.
const columns = (floor) => (u, series, first, last) => {
  const ratio = devicePixelRatio, fill = new Path2D(), stroke = new Path2D();
  const x = (step) => Math.round(u.valToPos(step, "x", true)), y = (n) => Math.round(u.valToPos(n, "y", true));
  const isRoomy = u.bbox.width / (u.scales.x.max - u.scales.x.min) >= roomyColumn * ratio;
  for (let i = first; i <= last; i++) {
    const value = u.data[series][i];
    if (value === null || value <= floor[i]) continue;
    const left = x(i), width = x(i + 1) - left - (isRoomy ? Math.round(ratio) : 0), top = y(value), height = y(floor[i]) - top;
    fill.rect(left, top, width, height);
    if (isRoomy) stroke.rect(left + ratio / 2, top + ratio / 2, width - ratio, height - ratio);
    else stroke.rect(left, top + ratio / 2, width, 0);
  }
  return { fill, stroke };
};

function seriesOf(s) {
  const stroke = colourOf(s.colour);
  const look = s.kind === "columns"
    ? { width: outlineWidth(s.fill), fill: paintOf(s.fill, stroke), paths: columns(s.floor) }
    : { width: 2, dash: s.dash?.map((n) => n * devicePixelRatio), paths: uPlot.paths.stepped({ align: 1 }) };
  return { stroke, cap: "butt", points: { show: false }, ...look };
}

// heldTo returns a value a step, and one for where the last step ends.
const heldTo = (s) => [...s.values, s.kind === "columns" ? null : s.values.at(-1)];

// useTheme changes when the reader's colours or the screen's pixels do, so that charts are
// drawn anew.
function useTheme() {
  const [theme, setTheme] = useState(0);
  useLayoutEffect(() => {
    const all = ["(prefers-color-scheme: dark)", "(forced-colors: active)", `(resolution: ${devicePixelRatio}dppx)`].map((text) => matchMedia(text));
    const changed = () => setTheme((n) => n + 1);
    all.forEach((media) => media.addEventListener("change", changed));
    return () => all.forEach((media) => media.removeEventListener("change", changed));
  }, [theme]);
  return theme;
}

export function Chart({ title, series, steps, height = 170, description }) {
  const [ref, width] = useWidth();
  const plot = useRef(null);
  const theme = useTheme();
  useLayoutEffect(() => {
    const axis = { stroke: colourOf("soft"), grid: { stroke: colourOf("hair"), width: 1 }, ticks: { stroke: colourOf("hair"), width: 1, size: 4 }, font: "12px system-ui, sans-serif" };
    const chart = new uPlot({
      width, height,
      legend: { show: false },
      cursor: { show: false },
      scales: { x: { time: false, range: [0, steps] }, y: { range: (_, least, most) => [0, Math.max(1, most * 1.05)] } },
      axes: [{ ...axis, size: 30, label: "step", labelSize: 16, labelGap: 0, labelFont: axis.font, values: (_, all) => all.map(String) }, { ...axis, size: 52, values: (_, all) => all.map((v) => Number.isInteger(v) ? String(v) : "") }],
      series: [{}, ...series.map(seriesOf)],
    }, [Array.from({ length: steps + 1 }, (_, i) => i), ...series.map(heldTo)], plot.current);
    chart.root.querySelector("canvas").setAttribute("aria-hidden", "true");
    return () => chart.destroy();
  }, [width, theme, series, steps, height]);
  return html`<figure ref=${ref}>
    <figcaption>${title}</figcaption>
    <ul class="legend">${series.map((s) => html`<li key=${s.label}><${Swatch} theme=${theme} ...${s} /> ${s.label}</li>`)}</ul>
    <div class="plot" ref=${plot} role="img" aria-label=${description}></div>
  </figure>`;
}

// Swatch shows how a series is drawn.
function Swatch({ theme, ...series }) {
  const canvas = useRef(null);
  useLayoutEffect(() => {
    const ratio = devicePixelRatio, width = swatchWidth * ratio, height = swatchHeight * ratio;
    Object.assign(canvas.current, { width, height });
    const context = canvas.current.getContext("2d"), look = seriesOf(series), line = look.width * ratio;
    Object.assign(context, { strokeStyle: look.stroke, fillStyle: look.fill, lineWidth: line });
    if (series.kind === "columns") {
      context.fillRect(0, 0, width, height);
      if (line) context.strokeRect(line / 2, line / 2, width - line, height - line);
      return;
    }
    context.setLineDash(look.dash ?? []);
    context.moveTo(0, height / 2);
    context.lineTo(width, height / 2);
    context.stroke();
  }, [theme, series.colour]);
  return html`<canvas ref=${canvas} style=${{ width: `${swatchWidth}px`, height: `${swatchHeight}px` }} aria-hidden="true"></canvas>`;
}
