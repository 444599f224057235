// Builds what the page is made of from src/ into assets/, and what reports have of script
// and style into handout/page/built/: npm run build.
import { build } from "esbuild";
import { cp } from "node:fs/promises";
import { argv } from "node:process";

const out = argv[2] ?? "assets";
await build({
  entryPoints: { app: "src/main.js", worker: "src/worker.js" },
  bundle: true, minify: true, charset: "utf8", format: "esm", target: "es2022", legalComments: "eof", outdir: out,
});
await build({ entryPoints: ["src/app.css"], bundle: true, minify: true, charset: "utf8", outdir: out });
await cp("src/index.html", `${out}/index.html`);

const report = argv[3] ?? "../handout/page/built";
await build({
  entryPoints: ["src/report.js"], bundle: true, minify: true, charset: "utf8", format: "iife", target: "es2022",
  legalComments: "none", banner: { js: "/* uPlot, MIT License, Copyright (c) 2022 Leon Sorokin */" }, outdir: report,
});
await build({ entryPoints: ["src/report.css"], bundle: true, minify: true, charset: "utf8", legalComments: "none", outdir: report });
