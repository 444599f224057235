// The marks by which lines are told apart, as package picture draws them: outlines in a
// square from -1 to 1, with y downwards.

const box = [[-0.85, -0.85], [0.85, -0.85], [0.85, 0.85], [-0.85, 0.85]];
const triangle = [[0, -1.25], [-1.08, 0.62], [1.08, 0.62]];
const diamond = [[0, -1.2], [1.2, 0], [0, 1.2], [-1.2, 0]];
const funnel = triangle.map(([x, y]) => [x, -y]);
const outlines = { box, square: box, pyramid: triangle, triangle, diamond, funnel };
const filled = ["disc", "box", "pyramid", "diamond", "funnel"];

// mark draws a mark at a point of a canvas.
export function mark(context, name, { x, y, size, colour }) {
  const to = ([dx, dy]) => [x + dx * size, y + dy * size];
  Object.assign(context, { strokeStyle: colour, fillStyle: colour, lineWidth: size / 3 });
  context.setLineDash([]);
  context.beginPath();
  if (name in outlines) {
    outlines[name].forEach((p, i) => (i ? context.lineTo(...to(p)) : context.moveTo(...to(p))));
    context.closePath();
  } else context.arc(x, y, size, 0, 2 * Math.PI);
  if (filled.includes(name)) context.fill();
  else context.stroke();
}
