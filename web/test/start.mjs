// Starts a folded program: node start.mjs FILE wasm_exec.js.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { unfolded } from "../src/unfold.js";

const [file, glue] = process.argv.slice(2);
createRequire(import.meta.url)(glue);
const go = new Go();
go.exit = process.exit;
const { instance } = await WebAssembly.instantiate(unfolded(new Uint8Array(readFileSync(file))), go.importObject);
await go.run(instance);
