// The Web Worker in which the engine runs, so that the page never stalls. It is
// ratesim itself, compiled to WebAssembly (cmd/explorer).
//
// Messages in:  {file}, {id, question} and {id, stop: true}
// Messages out: {ready: true}, {id, done, of}, {id, answer} and {trouble}

import { unfolded } from "./unfold.js";
import { unpacked } from "./unpack.js";

importScripts("wasm_exec.js"); // Go's own glue, of the version that compiled the engine

const stopped = new Set();
const unread = new Map(); // why files could not be read, by name

// ready is when the engine is there and has all files so far.
let ready = new Promise((done) => (self.ratesimReady = done)).then(() => postMessage({ ready: true }));

self.onmessage = ({ data }) => {
  if (data.stop) stopped.add(data.id);
  else if (data.file) ready = ready.then(() => open(data.file));
  else ready.then(() => answer(data));
};

async function open(file) {
  unread.delete(file.name);
  try {
    self.ratesimOpen(file.name, new Uint8Array(await file.arrayBuffer()));
  } catch (error) {
    unread.set(file.name, `${file.name} cannot be read: ${error.message}`);
  }
}

async function answer({ id, question }) {
  if (unread.size > 0) return postMessage({ id, answer: JSON.stringify({ error: [...unread.values()].join("\n") }) });
  const progress = (done, of) => {
    postMessage({ id, done, of });
    return stopped.has(id);
  };
  const text = stopped.has(id) ? '{"error":"stopped","stopped":true}' : await self.ratesimAnswer(question, progress);
  stopped.delete(id);
  postMessage({ id, answer: text });
}

async function start() {
  const response = await fetch("engine.bin");
  if (!response.ok) throw new Error(`engine.bin: ${response.status} ${response.statusText}`);
  const go = new Go();
  const folded = await unpacked(await response.arrayBuffer());
  const { instance } = await WebAssembly.instantiate(unfolded(new Uint8Array(folded)), go.importObject);
  await go.run(instance);
  throw new Error("the engine has ended");
}

start().catch((error) => postMessage({ trouble: String(error.message ?? error) }));
