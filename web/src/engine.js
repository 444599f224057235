// Asks the engine, which runs in a Web Worker. A question is an object as package
// explore describes it; the promise gives the answer's result, or fails with a
// Trouble.

export class Trouble extends Error {
  // faults are the mistakes in a scenario or a file, each with line and column; null for others.
  constructor(text, faults = null, stopped = false) {
    super(text);
    this.faults = faults;
    this.stopped = stopped;
  }
}

// How long the engine may take to stop a piece of work, in milliseconds.
const grace = 1000;

let worker = null;
let isReady = false; // the worker has its engine; one that waits for it answers a stop at once
let last = 0;
const open = new Map(); // by id: {question, resolve, reject, progress, stopped}
const files = new Map(); // that the reader has opened, by name

// opened is how often a file was opened: a question may then have another answer.
export let opened = 0;

// openFile hands the engine a file. Its content is read by the worker.
export function openFile(file) {
  opened++;
  files.set(file.name, file);
  worker?.postMessage({ file });
}

export const isOpen = (name) => files.has(name);

function start() {
  worker = new Worker("worker.js");
  worker.onmessage = ({ data }) => {
    if (data.ready) isReady = true;
    if (data.trouble) return failAll(data.trouble);
    const asked = open.get(data.id);
    if (!asked) return;
    if (data.answer === undefined) return asked.progress?.(data.done, data.of);
    open.delete(data.id);
    const answer = JSON.parse(data.answer);
    if (answer.faults) asked.reject(new Trouble("there are mistakes", answer.faults));
    else if (answer.error) asked.reject(new Trouble(answer.error, null, answer.stopped));
    else asked.resolve(answer.result);
  };
  for (const file of files.values()) worker.postMessage({ file });
  worker.onerror = (event) => failAll(event.message || "the engine could not be loaded");
}

function failAll(text) {
  for (const asked of open.values()) asked.reject(new Trouble(text));
  open.clear();
  end();
}

function end() {
  worker?.terminate();
  worker = null;
  isReady = false;
}

// ask asks a question. signal, an AbortSignal, stops the work.
export function ask(question, { progress, signal } = {}) {
  if (!worker) start();
  const id = ++last;
  return new Promise((resolve, reject) => {
    open.set(id, { question: JSON.stringify(question), resolve, reject, progress, stopped: false });
    worker.postMessage({ id, question: open.get(id).question });
    signal?.addEventListener("abort", () => stop(id));
    if (signal?.aborted) stop(id);
  });
}

// stop asks the engine to end a piece of work, and begins anew if it does not.
function stop(id) {
  const asked = open.get(id);
  if (!asked || asked.stopped) return;
  asked.stopped = true;
  worker.postMessage({ id, stop: true });
  setTimeout(() => isReady && open.has(id) && beginAnew(), grace);
}

// beginAnew ends the engine, and with it what was stopped, and asks another whatever else
// was asked.
function beginAnew() {
  end();
  for (const [id, asked] of open) {
    if (!asked.stopped) continue;
    open.delete(id);
    asked.reject(new Trouble("stopped", null, true));
  }
  if (open.size > 0) start();
  for (const [id, { question }] of open) worker.postMessage({ id, question });
}
