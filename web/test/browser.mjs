// Drives the page in a real browser, every control of it, and holds its figures
// against the command line's: node browser.mjs ADDRESS RATESIM [SHOTS]. Pictures of
// each view go to the folder SHOTS.
import { chromium } from "playwright-core";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Tester } from "./tester.mjs";
import { workersTests } from "./workers.mjs";
import { flowsTests } from "./flows.mjs";
import { chartsTests } from "./charts.mjs";
import { yoursTests } from "./yours.mjs";
import { filesTests } from "./files.mjs";
import { linksTests } from "./links.mjs";
import { sharedTests } from "./shared.mjs";

const [address, ratesim, shots] = process.argv.slice(2);
const only = process.env.ONLY ?? ""; // the beginning of the names of the tests to run
const browser = await chromium.launch({ executablePath: process.env.RATESIM_CHROMIUM, args: ["--no-sandbox"] });
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const tester = new Tester({ browser, address, ratesim, shots, axe });
for (const tests of [workersTests, flowsTests, chartsTests, yoursTests, filesTests, linksTests, sharedTests]) {
  for (const [name, test] of Object.entries(tests)) if (name.startsWith(only)) await tester.run(name, test);
}
await browser.close();
process.exit(tester.end());
