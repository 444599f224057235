// The fills by which columns are told apart without colour: whole, in level stripes, and
// in slanted stripes under an outline. A chart and its legend are filled by the same.

// A fill is tiles of so many pixels with lines so wide, and whether it has an outline.
const fills = {
  whole: {},
  level: { tile: 4, line: 1.5 },
  slanted: { tile: 7, line: 1.5, outline: true },
};

// outlineWidth is how wide the outline of a fill is, in pixels; 0 for none.
export const outlineWidth = (name) => (fills[name].outline ? 1.5 : 0);

// paintOf returns a fill in a colour as a canvas takes it, for the pixels of the screen.
export function paintOf(name, colour) {
  const { tile, line } = fills[name];
  if (!tile) return colour;
  const size = Math.round(tile * devicePixelRatio);
  const canvas = Object.assign(document.createElement("canvas"), { width: size, height: size });
  const context = canvas.getContext("2d");
  context.fillStyle = context.strokeStyle = colour;
  context.lineWidth = Math.max(1, Math.round(line * devicePixelRatio));
  if (name === "level") context.fillRect(0, size - context.lineWidth, size, context.lineWidth);
  else for (const x of [-size, 0, size]) slant(context, x, size);
  return context.createPattern(canvas, "repeat");
}

function slant(context, x, size) {
  context.beginPath();
  context.moveTo(x - size, 2 * size);
  context.lineTo(x + 2 * size, -size);
  context.stroke();
}
