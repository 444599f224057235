// Takes off the compression of the engine's file, by whatever it was packed: xz, or
// gzip where the engine was built without xz. Browsers know gzip only; the other is
// XZ Embedded, as WebAssembly, by way of xz-decompress.

import xz from "xz-decompress";

// unpacked returns the content of a file, as an ArrayBuffer.
export function unpacked(bytes) {
  const [first, second] = new Uint8Array(bytes, 0, 2);
  const packed = new Blob([bytes]).stream();
  const isGzip = first === 0x1f && second === 0x8b;
  return new Response(isGzip ? packed.pipeThrough(new DecompressionStream("gzip")) : new xz.XzReadableStream(packed)).arrayBuffer();
}
