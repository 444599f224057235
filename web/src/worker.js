// The Web Worker in which the engine runs, so that the page never stalls. It is
// ratesim itself, compiled to WebAssembly (cmd/explorer).
//
// Messages in:  {id, question} and {id, stop: true}
// Messages out: {ready: true}, {id, done, of}, {id, answer} and {trouble}

import { unpacked } from "./unpack.js";

importScripts("wasm_exec.js"); // Go's own glue, of the version that compiled the engine

const stopped = new Set();
const waiting = [];
let ready = false;

self.ratesimReady = () => {
  ready = true;
  postMessage({ ready: true });
  for (const message of waiting.splice(0)) answer(message);
};

self.onmessage = ({ data }) => {
  if (data.stop) stopped.add(data.id);
  else if (ready) answer(data);
  else waiting.push(data);
};

async function answer({ id, question }) {
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
  const { instance } = await WebAssembly.instantiate(await unpacked(await response.arrayBuffer()), go.importObject);
  await go.run(instance);
  throw new Error("the engine has ended");
}

start().catch((error) => postMessage({ trouble: String(error.message ?? error) }));
