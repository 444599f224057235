// Asks the engine outside of a browser: node engine.mjs DIR < questions > answers,
// one a line. DIR holds the engine and Go's glue for it.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { unfolded } from "../src/unfold.js";
import { unpacked } from "../src/unpack.js";

const dir = resolve(process.argv[2]);
createRequire(import.meta.url)(join(dir, "wasm_exec.js"));
const ready = new Promise((done) => (globalThis.ratesimReady = done));
const go = new Go();
const folded = await unpacked(readFileSync(join(dir, "engine.bin")).slice().buffer);
const { instance } = await WebAssembly.instantiate(unfolded(new Uint8Array(folded)), go.importObject);
go.run(instance);
await ready;
for await (const question of createInterface({ input: process.stdin })) {
  const answer = await globalThis.ratesimAnswer(question, () => false);
  if (!process.stdout.write(answer + "\n")) await new Promise((drained) => process.stdout.once("drain", drained));
}
process.exit(0);
