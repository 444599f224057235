// The text in a file's bytes. What is not text is refused, as the command line refuses it,
// and not put right in silence.

// textOf returns the text of a file, in UTF-8, or in UTF-16 as its first bytes say. It
// throws what is wrong, and where.
export function textOf(name, bytes) {
  const wide = { "255,254": "utf-16le", "254,255": "utf-16be" }[bytes.slice(0, 2)];
  try {
    return new TextDecoder(wide ?? "utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Error(wide ? `${name}:1:1: want UTF-8, or UTF-16 to the end as it begins` : foreign(name, bytes));
  }
}

// foreign says where the first byte stands that is not UTF-8.
function foreign(name, bytes) {
  const valid = beginning(bytes), lines = valid.split("\n");
  const byte = bytes[new TextEncoder().encode(valid).length];
  return `${name}:${lines.length}:${[...lines.at(-1)].length + 1}: want UTF-8; here is a byte that does not belong to it, 0x${byte.toString(16).padStart(2, "0")}`;
}

// beginning returns the longest text with which the bytes begin.
function beginning(bytes) {
  const read = (end) => {
    try {
      return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes.subarray(0, end), { stream: true });
    } catch {
      return null;
    }
  };
  let text = 0, none = bytes.length + 1; // how many bytes are one, and how many are none
  while (none - text > 1) {
    const middle = (text + none) >> 1;
    if (read(middle) === null) none = middle;
    else text = middle;
  }
  return read(text);
}
