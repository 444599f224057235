// Files that the reader opens in the view "Yours": tickets, recorded requests, traces.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cellsOf, resultsOf, table } from "./tester.mjs";

const editor = (page) => page.getByLabel("Scenario (YAML)");
const commands = (page) => page.locator(".command code").allTextContents();
const traces = new URL("../../testdata/traces/", import.meta.url).pathname;

async function open(page, tester, label, name, content) {
  const dir = mkdtempSync(join(tmpdir(), "explorer-"));
  writeFileSync(join(dir, name), content);
  await page.getByLabel(label).setInputFiles(join(dir, name));
  await page.waitForTimeout(450);
  await tester.settled(page);
  return dir;
}

// tell puts a scenario into the editor, and into the folder where commands look for it.
async function tell(page, tester, dir, text) {
  await editor(page).fill(text);
  writeFileSync(join(dir, "scenario.yaml"), text);
  await page.waitForTimeout(450);
  await tester.settled(page);
}

// sameAsRun holds the results against "ratesim run" of the same files.
async function sameAsRun(page, tester, dir) {
  writeFileSync(join(dir, "scenario.yaml"), await editor(page).inputValue());
  const [command] = await commands(page);
  assert.deepEqual(await resultsOf(page), cellsOf(tester.commandIn(dir, command, "--format", "markdown")));
  return command;
}

const input = "Open your own tickets or requests";
const tickets = "id,text,topic,more\nT-1,evde su akmiyor bir ariza var galiba,ariza,\nT-2,faturami odedim,fatura,\nT-3,planli kesinti duyurusu,kesinti,\nT-4,sayac okumasi yanlis girilmis,sayac,\n";

export const filesTests = {
  "files: tickets of one's own give the command's figures": async (page, tester) => {
    await tester.open(page, "yours?load=heavy");
    const dir = await open(page, tester, input, "tickets.csv", tickets);
    assert.match(await sameAsRun(page, tester, dir), /--tickets tickets\.csv/);
    assert.match(await page.locator("main").innerText(), /tickets\.csv: 4 tickets\ntickets\.csv: not used: more/);
    assert.match(await page.locator("main").innerText(), /tickets\.csv is open\. The link does not hold the file/);
    await page.getByRole("radio", { name: "One request" }).check({ force: true });
    await tester.settled(page);
    await page.getByLabel("Flow").selectOption("batch");
    await tester.settled(page);
    assert.match(await page.locator(".told strong").innerText(), /^batch request T-\d: load heavy/);
    await tester.audit(page);
    // Other columns, and another file of the same name.
    if (tester.shots) await shoot(page, tester, "tickets-story");
    await page.getByRole("radio", { name: "Tables" }).check({ force: true });
    const other = await open(page, tester, input, "tickets.csv", "nr\tsays\n1\ta b c\n2\td\n");
    assert.match(await page.getByRole("alert").innerText(), /tickets\.csv:1:1: /);
    await page.getByLabel("Its columns").fill("id=nr,text=says");
    await page.keyboard.press("Tab");
    await page.waitForTimeout(100);
    await tester.settled(page);
    assert.match(await sameAsRun(page, tester, other), /--tickets tickets\.csv --columns id=nr,text=says/);
    await page.getByRole("button", { name: "Go on without it" }).click();
    await tester.settled(page);
    assert.doesNotMatch(await sameAsRun(page, tester, other), /tickets/);
  },

  "files: a recorded trace as the workload gives the command's figures": async (page, tester) => {
    await tester.open(page, "yours?seeds=5");
    const rows = readFileSync(join(traces, "azure2023_code.csv"), "utf8").split("\n").slice(0, 501).join("\n") + "\n";
    const dir = await open(page, tester, input, "azure.csv", rows);
    await page.getByRole("button", { name: "Begin with an account" }).click();
    await page.waitForTimeout(450);
    await tester.settled(page);
    assert.match(await sameAsRun(page, tester, dir), /--trace-in azure\.csv/);
    assert.match(await page.locator("main").innerText(), /azure\.csv: format azure, 500 rows/);
    await tell(page, tester, dir, "extends: account\nname: mine\nflows:\n  code:\n    arrivals: trace(file=azure.csv, scale-rate=2)\nhorizon: 20m\n");
    assert.doesNotMatch(await sameAsRun(page, tester, dir), /azure/);
    await page.getByRole("radio", { name: "Comparison" }).check({ force: true });
    await tester.settled(page);
    assert.ok(await page.locator(".dots").count() > 0);
  },

  "files: columns of a file that the scenario names are told to stand there": async (page, tester) => {
    await tester.open(page, "yours");
    const dir = await open(page, tester, input, "reqs.csv", "when,in,out\n0,10,5\n60,10,5\n");
    const scenario = (arrivals) => `version: 1\nextends: account\nname: mine\nflows:\n  mine:\n    arrivals: ${arrivals}\n`;
    await tell(page, tester, dir, scenario("trace(file=reqs.csv)"));
    const alert = page.getByRole("alert");
    assert.match(await alert.innerText(), /^reqs\.csv:1:1: /);
    await page.getByLabel("Its columns").fill("at=when,input=in,output=out");
    await page.keyboard.press("Tab");
    await tester.settled(page);
    const [, wanted] = (await alert.innerText()).match(/^reqs\.csv: the scenario names this file itself, and there its columns stand: write (trace\(.*\)) there, and leave them out here$/);
    await tester.audit(page);
    await page.getByLabel("Its columns").fill("");
    await page.keyboard.press("Tab");
    await tell(page, tester, dir, scenario(wanted));
    assert.equal(await alert.count(), 0);
    assert.doesNotMatch(await sameAsRun(page, tester, dir), /reqs|columns/);
  },

  "files: whatever is wrong stands there with line and column, as the command says it": async (page, tester) => {
    await tester.open(page, "yours?load=heavy");
    const dir = await open(page, tester, input, "bad.csv", "id,text,topic\nT-1\nT-2,a,fatura\nT-2,b,fatura\n\"T-3\"x,c,fatura\n");
    const shown = await page.locator("[role=alert] li").allInnerTexts();
    const native = spawnSync(tester.ratesim, ["run", "--tickets", "bad.csv"], { cwd: dir, encoding: "utf8" });
    assert.equal(native.status, 2);
    assert.equal(shown.length, 4);
    for (const line of shown.slice(0, 3)) assert.ok(/^bad\.csv:\d+:\d+: /.test(line) && native.stderr.includes(line), `${line}\nis not in\n${native.stderr}`);
    await tester.audit(page);
    if (tester.shots) await shoot(page, tester, "tickets-mistakes");
    await page.getByRole("checkbox", { name: "Leave out what cannot be read" }).check();
    await tester.settled(page);
    assert.match(await sameAsRun(page, tester, dir), /--tickets bad\.csv --skip-bad/);
    assert.match(await page.locator("main").innerText(), /3 of 4 records left out: 2 that cannot be read, 1 with an id that came before/);
  },

  "files: a link says that it does not hold the file": async (page, tester) => {
    await tester.open(page, "yours?input=mine.csv");
    assert.match(await page.locator("main").innerText(), /made with the file mine\.csv, which a link does not hold: open it/);
    assert.equal(await page.locator("table").count(), 0);
    await tester.audit(page);
    await open(page, tester, input, "mine.csv", tickets);
    assert.ok(await page.locator("table").count() > 0);
    await tester.open(page, "yours?look=trace&trace=run.ndjson");
    assert.match(await page.locator("main").innerText(), /made with the file run\.ndjson, which a link does not hold: open it/);
    await tester.audit(page);
  },

  "files: a trace gives report's tables and explain's story": async (page, tester) => {
    const dir = mkdtempSync(join(tmpdir(), "explorer-"));
    execFileSync(tester.ratesim, ["run", "--load", "heavy", "--trace", "run.ndjson"], { cwd: dir, stdio: "pipe" });
    await tester.open(page, "yours?look=trace");
    await open(page, tester, "Open a trace", "run.ndjson", readFileSync(join(dir, "run.ndjson")));
    assert.deepEqual(await table(page, "Results"), cellsOf(tester.commandIn(dir, (await commands(page))[0], "--format", "markdown")));
    await tester.audit(page);
    await page.getByRole("radio", { name: "One request" }).check({ force: true });
    await tester.settled(page);
    await page.getByLabel("Run (3)").selectOption("heavy, fixed, seed 20260218");
    await tester.settled(page);
    await page.getByLabel("Flow").selectOption("batch");
    await page.getByLabel("Outcome").selectOption("given_up");
    await tester.settled(page);
    const native = tester.commandIn(dir, (await commands(page))[0]).trim().split("\n").map((l) => l.trim().replace(/ +/g, " "));
    assert.match(native[0], /^batch request \d+: load heavy, policy fixed/);
    assert.deepEqual([await page.locator(".told strong").innerText(), ...await page.locator(".told li").allInnerTexts()], native);
    await page.getByRole("button", { name: "Next" }).click();
    assert.equal(await page.locator(".told li[aria-current=step]").innerText(), native[2]);
    await tester.audit(page);
    if (tester.shots) await shoot(page, tester, "trace-story");
  },

  "files: a trace of continuous time, gzipped, has all of report's tables": async (page, tester) => {
    const dir = mkdtempSync(join(tmpdir(), "explorer-"));
    execFileSync(tester.ratesim, ["run", "--scenario", "starter", "--trace", "run.ndjson"], { cwd: dir, stdio: "pipe" });
    execFileSync("gzip", ["-n", "run.ndjson"], { cwd: dir });
    await tester.open(page, "yours?look=trace");
    await open(page, tester, "Open a trace", "run.ndjson.gz", readFileSync(join(dir, "run.ndjson.gz")));
    const native = cellsOf(tester.commandIn(dir, (await commands(page))[0], "--format", "markdown"));
    assert.deepEqual(await resultsOf(page), native);
    assert.equal((await page.locator("main").innerText()).split("first attempts alone ask for").length, 2);
  },

  "files: hostile ones become neither markup nor a broken page": async (page, tester) => {
    const evil = `<img src=x onerror="alert(1)">`;
    await tester.open(page, "yours?load=heavy");
    await open(page, tester, input, "a<img src=x>.csv", `id,text,topic,${evil.replaceAll('"', "")}\n${evil.replaceAll('"', "")},${evil.replaceAll('"', "")},fatura,1\n`);
    await page.getByRole("radio", { name: "One request" }).check({ force: true });
    await tester.settled(page);
    assert.match(await page.locator("main").innerText(), /batch <img/);
    await open(page, tester, input, "b.csv", `${evil}\n`);
    await open(page, tester, input, "c.csv", Buffer.from([0x1f, 0x8b, 8, 0, 1, 2, 3]));
    assert.match(await page.getByRole("alert").innerText(), /c\.csv/);
    await tester.open(page, "yours?look=trace");
    const dir = mkdtempSync(join(tmpdir(), "explorer-"));
    execFileSync(tester.ratesim, ["run", "--load", "heavy", "--policy", "fixed", "--trace", "run.ndjson"], { cwd: dir, stdio: "pipe" });
    const whole = readFileSync(join(dir, "run.ndjson"), "utf8");
    await open(page, tester, "Open a trace", "evil.ndjson", whole.replaceAll('"policy":"fixed"', `"policy":${JSON.stringify(evil)}`).replaceAll('"load":"heavy"', `"load":${JSON.stringify(evil)}`));
    assert.match(await page.locator("main").innerText(), /<img/);
    await open(page, tester, "Open a trace", "cut.ndjson", whole.slice(0, whole.length / 2));
    assert.match(await page.getByRole("alert").innerText(), /^cut\.ndjson:\d+/);
    await open(page, tester, "Open a trace", "none.ndjson", "");
    assert.match(await page.getByRole("alert").innerText(), /none\.ndjson:1: want records of a trace; there are none/);
    assert.equal(await page.locator("main img, main script").count(), 0);
  },

  "files: reading a million rows leaves the page alive, and can be stopped": async (page, tester) => {
    await tester.open(page, "yours?text=" + encodeURIComponent("extends: account\nname: mine\n"));
    const dir = mkdtempSync(join(tmpdir(), "explorer-"));
    writeFileSync(join(dir, "long.csv"), "at,input,output\n" + Array.from({ length: 1_000_001 }, (_, i) => `${i / 1000},10,5\n`).join(""));
    await page.getByLabel(input).setInputFiles(join(dir, "long.csv"));
    await page.getByRole("button", { name: "Stop" }).waitFor({ timeout: 30_000 });
    const turns = await page.evaluate(() => new Promise((done) => {
      let turns = 0;
      const look = () => (turns++, setTimeout(look, 10));
      look();
      setTimeout(() => done(turns), 500);
    }));
    assert.ok(turns >= 3, `in half a second the page had ${turns} turns`);
    await page.getByRole("button", { name: "Stop" }).click();
    await page.getByText("Stopped. There is nothing to show yet.").waitFor({ timeout: 15_000 });
    await page.getByRole("checkbox", { name: "Leave out what cannot be read" }).check();
    await page.getByText("long.csv: the page takes up to 1000000 rows of a file, and this one has more").waitFor({ timeout: 60_000 });
  },
};

// shoot takes pictures at phone and desk width, light and dark.
async function shoot(page, tester, name) {
  for (const colorScheme of ["light", "dark"]) {
    for (const width of [360, 1280]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth <= 0), true, `${name} is wider than ${width}`);
      await page.screenshot({ path: join(tester.shots, `${name}-${width}-${colorScheme}.png`), fullPage: true });
    }
  }
}
