// Unfolds a file: node unfold.mjs FILE > module.
import { readFileSync } from "node:fs";
import { unfolded } from "../src/unfold.js";

process.stdout.write(unfolded(new Uint8Array(readFileSync(process.argv[2]))));
