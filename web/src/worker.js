// The Web Worker in which the engine runs, so that the page never stalls. It is
// ratesim itself, compiled to WebAssembly (cmd/explorer).
//
// Messages in:  {file}, {id, question} and {id, stop: true}
// Messages out: {ready: true}, {id, done, of}, {id, answer} and {trouble}

import { unfolded } from "./unfold.js";
import { damaged, unpacked } from "./unpack.js";

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
  const go = glue();
  const instance = await instanceOf(await unpacked(await loaded("engine.bin")), go.importObject);
  await go.run(instance);
  throw new Error("the engine has ended");
}

// glue loads and returns Go's own glue, of the version that compiled the engine.
function glue() {
  try {
    importScripts("wasm_exec.js");
    return new Go();
  } catch {
    throw new Error(`wasm_exec.js cannot be loaded, or is damaged: ${again}`);
  }
}

const again = "see that the network is there, and load the page again";

async function loaded(name) {
  let response;
  try {
    response = await fetch(name);
    if (response.ok) return await response.arrayBuffer();
  } catch {
    throw new Error(`${name} cannot be loaded: ${again}`);
  }
  throw new Error(`${name} cannot be loaded: ${response.status} ${response.statusText}`);
}

async function instanceOf(folded, imports) {
  const module = await WebAssembly.compile(whole(folded)).catch(() => null);
  if (!module) throw new Error(damaged);
  return WebAssembly.instantiate(module, imports);
}

// whole takes back the folding of the engine.
function whole(folded) {
  try {
    return unfolded(new Uint8Array(folded));
  } catch {
    throw new Error(damaged);
  }
}

start().catch((error) => postMessage({ trouble: String(error.message ?? error) }));
