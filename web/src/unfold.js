// Takes back what web/pack tells in a shorter way: calls, branches, addresses, and lists
// that come as differences. What comes out is a WebAssembly module as Go compiled it, but
// for names and lines, which only the text of a panic would show.

const sections = { 9: elements, 10: code, 11: data };

// unfolded returns the module, as an Uint8Array. It throws where the file is not whole.
export function unfolded(folded) {
  const from = { bytes: folded, at: 0 };
  const to = { bytes: new Uint8Array(unsigned(from)), at: 0 };
  write(to, 0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);
  while (from.at < folded.length) {
    const id = folded[from.at++];
    const end = endOf(from);
    write(to, id);
    sized(to, () => (sections[id] ?? copy)(from, to, end));
  }
  if (to.at !== to.bytes.length) throw notWhole();
  return to.bytes;
}

const notWhole = () => new Error("the engine is not whole");

// within returns a place in a file, which is not before the present one.
function within(from, place) {
  if (place < from.at || place > from.bytes.length) throw notWhole();
  return place;
}

// endOf reads how long a part is, and returns where it ends.
function endOf(from) {
  const size = unsigned(from);
  return within(from, from.at + size);
}

// The functions that calls by address reach.
function elements(from, to) {
  copy(from, to, endOf(from));
  differences(from, to, copyNumber(from, to));
}

// The memory that the module begins with, in one piece. In it Go has a list of functions:
// the address of each, and where its record is, which begins with the address as well.
function data(from, to) {
  const [start, size, list, count] = [unsigned(from), unsigned(from), unsigned(from), unsigned(from)];
  write(to, 1, 0, 0x41);
  writePadded(to, start);
  write(to, 0x0b);
  sized(to, () => copy(from, to, from.at + size));
  const table = new DataView(to.bytes.buffer, to.at - size + list);
  let address = 0, record = 0;
  for (let entry = 0; entry < 8 * count; entry += 8) {
    address += table.getUint32(entry, true);
    record += table.getUint32(entry + 4, true);
    for (const [at, word] of [[entry, address], [entry + 4, record], [record, address]]) table.setUint32(at, word, true);
  }
}

function code(from, to) {
  const count = copyNumber(from, to);
  for (let n = 0; n < count; n++) {
    const end = endOf(from);
    sized(to, () => body(from, to, end, (n + 0x1000) * 0x10000));
  }
}

// Instructions by their codes in WebAssembly; returnAddress and resumedCall are ours.
const block = 0x02, conditional = 0x04, endOfBlock = 0x0b, branch = 0x0c, branchIf = 0x0d, branchTable = 0x0e;
const callByTable = 0x11, prefix = 0xfc, returnAddress = 0xe0, resumedCall = 0xe1;
const natural = [2, 3, 2, 3, 0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 2, 3, 2, 3, 0, 1, 0, 1, 2]; // alignments from 0x28 on

// One function: its locals, and its instructions with their operands.
function body(from, to, end, address) {
  for (let runs = copyNumber(from, to); runs > 0; runs--) {
    copyNumber(from, to);
    copyByte(from, to);
  }
  let depth = 0; // how many blocks are open
  let expected = address; // the next return address, if it is one more than the last
  const ownAddress = () => {
    write(to, 0x42);
    expected += difference(from);
    writeSigned(to, expected++);
  };
  while (from.at < end) {
    const op = from.bytes[from.at++];
    if (op === returnAddress) ownAddress();
    else if (op === resumedCall) {
      write(to, 0x20, 1, 0x41, 8, 0x6b, 0x22, 1, 0x24, 0, 0x20, 1);
      ownAddress();
      write(to, 0x37, 3, 0, 0x41, 0, 0x10);
      copyNumber(from, to);
      write(to, 0x23, 0, 0x21, 1, branchIf);
      writeUnsigned(to, depth - 1);
    } else {
      write(to, op);
      if (op >= block && op <= conditional) depth++;
      if (op === endOfBlock) depth--;
      if (op === branch || op === branchIf) writeUnsigned(to, depth - unsigned(from));
      else operands(op, from, to);
    }
  }
}

function operands(op, from, to) {
  if (op === branchTable) differences(from, to, copyNumber(from, to) + 1);
  else if (op === 0x43 || op === 0x44) copy(from, to, from.at + (op === 0x43 ? 4 : 8));
  else if (op === callByTable) copyNumber(from, to), copyNumber(from, to);
  else if (op === prefix) copy(from, to, from.at + ({ 10: 3, 11: 2 }[from.bytes[from.at]] ?? 1));
  else if (op >= 0x28 && op <= 0x3e) write(to, natural[op - 0x28]), copyNumber(from, to);
  else if ((op >= block && op <= conditional) || op === 0x10 || (op >= 0x20 && op <= 0x24) || (op >= 0x3f && op <= 0x42)) copyNumber(from, to);
}

// Numbers in LEB128: seven bits a byte, the lowest first. Read are those below 2^31.

function unsigned(from) {
  let value = 0, shift = 0, byte;
  do {
    if (from.at >= from.bytes.length) throw notWhole();
    byte = from.bytes[from.at++];
    value |= (byte & 0x7f) << shift;
    shift += 7;
  } while (byte & 0x80);
  return value;
}

// 0, 1, 2, 3, … stand for 0, -1, 1, -2, …
function difference(from) {
  const value = unsigned(from);
  return (value >>> 1) ^ -(value & 1);
}

function differences(from, to, count) {
  for (let value = 0; count > 0; count--) writeUnsigned(to, (value += difference(from)));
}

function copyByte(from, to) {
  return (to.bytes[to.at++] = from.bytes[from.at++]);
}

// copyNumber copies a number of any size, and returns what it has below 2^31.
function copyNumber(from, to) {
  const start = from.at;
  const value = unsigned(from);
  copy({ bytes: from.bytes, at: start }, to, from.at);
  return value;
}

function copy(from, to, end) {
  to.bytes.set(from.bytes.subarray(from.at, within(from, end)), to.at);
  to.at += end - from.at;
  from.at = end;
}

function write(to, ...bytes) {
  for (const byte of bytes) to.bytes[to.at++] = byte;
}

function writeUnsigned(to, value) {
  for (; value > 0x7f; value >>>= 7) write(to, (value & 0x7f) | 0x80);
  write(to, value);
}

function writeSigned(to, value) {
  for (; value > 0x3f || value < -0x40; value >>= 7) write(to, (value & 0x7f) | 0x80);
  write(to, value & 0x7f);
}

// sized writes how long a part is, and the part.
function sized(to, writePart) {
  const start = to.at;
  writePadded(to, 0);
  const partStart = to.at;
  writePart();
  writePadded({ bytes: to.bytes, at: start }, to.at - partStart);
}

// writePadded takes five bytes for any number.
function writePadded(to, value) {
  for (let n = 0; n < 4; n++) write(to, ((value >>> (7 * n)) & 0x7f) | 0x80);
  write(to, value >>> 28);
}
