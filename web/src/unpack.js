// Takes off the compression of the engine's file, by whatever it was packed: xz, or
// gzip where the engine was built without xz. Browsers know gzip only; the other is
// XZ Embedded, as WebAssembly, by way of xz-decompress.

import xz from "xz-decompress";

// damaged is what is said of a file that is not what was packed.
export const damaged = "engine.bin is damaged, or has not come whole: load the page again";

// unpacked returns the content of a file, as an ArrayBuffer. It throws where the file is
// damaged: either form has a checksum.
export async function unpacked(bytes) {
  const [first, second] = new Uint8Array(bytes);
  const packed = new Blob([bytes]).stream();
  const isGzip = first === 0x1f && second === 0x8b;
  try {
    return await new Response(isGzip ? packed.pipeThrough(new DecompressionStream("gzip")) : new xz.XzReadableStream(packed)).arrayBuffer();
  } catch {
    throw new Error(damaged);
  }
}
