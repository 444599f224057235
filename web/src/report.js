// The pictures of a report over time, drawn by uPlot: they tell the values under the
// cursor. What is drawn stands beside the picture that the file came with, which is
// printed, and shown where no script runs. The numbers are in data-chart, as picture.Chart
// writes them.

import uPlot from "uplot";

// drawn returns the values of lines as heights: areas and bars stand upon each other.
function drawn(lines) {
  const heights = lines.map((l) => [...l.values]);
  for (let i = lines.length - 2; i >= 0; i--) {
    if (lines[i].look === "line" || lines[i + 1].look === "line") continue;
    heights[i].forEach((_, j) => (heights[i][j] += heights[i + 1][j]));
  }
  return heights;
}

const number = (v) => String(Number(v.toPrecision(6)));

// told says the values at an instant.
const told = (c, at) => `${number(c.at[at])} ${c.unit}: ` + c.lines.map((l) => `${l.name} ${number(l.values[at])}`).join(", ");

function seriesOf(line, ink) {
  const colour = line.colour === "#1a1a1a" ? ink : line.colour;
  const paths = line.look === "bars" ? uPlot.paths.bars({ size: [0.8, 40], align: 1 }) : uPlot.paths.stepped({ align: 1 });
  const fill = line.look === "line" ? undefined : colour;
  return { stroke: colour, fill, width: fill ? 0 : 2, dash: line.dashes.length ? line.dashes : undefined, paths, points: { show: false } };
}

// draw draws a chart into a box and returns it.
function draw(c, plot, readout) {
  const style = getComputedStyle(document.body);
  const ink = style.color;
  const axis = (label, size) => ({ stroke: ink, label, labelSize: 16, size, font: `11px ${style.fontFamily}`, labelFont: `12px ${style.fontFamily}`, grid: { stroke: "#88888840", width: 1 }, ticks: { stroke: "#88888880", width: 1, size: 4 } });
  return new uPlot({
    width: plot.clientWidth, height: 240,
    legend: { show: false },
    cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
    scales: { x: { time: false, range: () => [c.from, c.to], distr: c.log ? 3 : 1 }, y: { range: () => [0, c.top] } },
    axes: [axis(c.x, 30), axis(c.y, 44)],
    series: [{}, ...c.lines.map((l) => seriesOf(l, ink))],
    hooks: { setCursor: [(u) => (readout.textContent = u.cursor.idx == null ? "" : told(c, u.cursor.idx))] },
  }, [c.at, ...drawn(c.lines)], plot);
}

function element(name, parts) {
  return Object.assign(document.createElement(name), parts);
}

// enliven puts a chart in the place of a picture.
function enliven(box) {
  const c = JSON.parse(box.dataset.chart);
  const plot = element("div", { className: "plot", role: "img", ariaLabel: box.querySelector("title").textContent });
  const readout = element("p", { className: "readout", ariaHidden: "true" });
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
