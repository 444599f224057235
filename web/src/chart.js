// Charts over steps, drawn by uPlot. Whatever a chart shows is also in a table near it.

import { useLayoutEffect, useRef, useState } from "preact/hooks";
import uPlot from "uplot";
import { html } from "./parts.js";
import { useWidth } from "./draw.js";

// A series is {label, values, kind, colour, dash, hatch}: kind "bars" or "line", colour the
// name of a CSS variable, dash a pattern of a line, hatch for bars with stripes.

const colourOf = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

// striped returns a pattern of slanted stripes, a mark that needs no colour.
function striped(colour) {
  const tile = document.createElement("canvas");
  tile.width = tile.height = 6;
  const c = tile.getContext("2d");
  c.strokeStyle = colour;
  c.lineWidth = 2;
  for (const x of [-6, 0, 6]) {
    c.beginPath();
    c.moveTo(x, 6);
    c.lineTo(x + 6, 0);
    c.stroke();
  }
  return c.createPattern(tile, "repeat");
}

function seriesOf(s) {
  const colour = colourOf(s.colour);
  if (s.kind === "bars") {
    return { stroke: colour, width: s.hatch ? 1 : 0, fill: s.hatch ? striped(colour) : colour, paths: uPlot.paths.bars({ size: [0.92, 40] }), points: { show: false } };
  }
  return { stroke: colour, width: 2, dash: s.dash, paths: uPlot.paths.stepped({ align: 1 }), points: { show: false } };
}

// useTheme changes when the reader's colours do, so that charts are drawn anew.
function useTheme() {
  const [theme, setTheme] = useState(0);
  useLayoutEffect(() => {
    const dark = matchMedia("(prefers-color-scheme: dark)");
    const changed = () => setTheme((n) => n + 1);
    dark.addEventListener("change", changed);
    return () => dark.removeEventListener("change", changed);
  }, []);
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
      axes: [{ ...axis, size: 34, values: (_, all) => all.map(String) }, { ...axis, size: 52, values: (_, all) => all.map((v) => Number.isInteger(v) ? String(v) : "") }],
      series: [{}, ...series.map(seriesOf)],
    }, [Array.from({ length: steps }, (_, i) => i + (series[0].kind === "bars" ? 0.5 : 0)), ...series.map((s) => (s.kind === "bars" ? s.values.map((v) => v || null) : s.values))], plot.current);
    chart.root.querySelector("canvas").setAttribute("aria-hidden", "true");
    return () => chart.destroy();
  }, [width, theme, series, steps, height]);
  return html`<figure ref=${ref}>
    <figcaption>${title}</figcaption>
    <ul class="legend">${series.map((s) => html`<li key=${s.label}><${Swatch} ...${s} /> ${s.label}</li>`)}</ul>
    <div class="plot" ref=${plot} role="img" aria-label=${description}></div>
  </figure>`;
}

// Swatch shows how a series is drawn.
function Swatch({ kind, colour, dash, hatch }) {
  const paint = `var(--${colour})`;
  if (kind === "line") return html`<svg width="30" height="14" aria-hidden="true"><line x1="0" x2="30" y1="7" y2="7" style=${{ stroke: paint }} stroke-width="2.5" stroke-dasharray=${(dash ?? []).join(" ")} /></svg>`;
  return html`<svg width="16" height="14" aria-hidden="true">
    <rect x="0.5" y="0.5" width="15" height="13" style=${{ fill: hatch ? "none" : paint, stroke: paint }} />
    ${hatch && html`<path d="M0 14 L14 0 M-6 10 L4 0 M6 14 L16 4" style=${{ stroke: paint }} stroke-width="2" />`}
  </svg>`;
}
