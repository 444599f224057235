// What the browser tests have in common.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";

export class Tester {
  failures = 0;

  constructor(given) {
    Object.assign(this, given);
  }

  // run runs one test on a fresh page that may ask for its own files only.
  async run(name, test) {
    const context = await this.browser.newContext({ viewport: { width: 1280, height: 900 }, acceptDownloads: true });
    const page = await context.newPage();
    const complaints = [];
    page.on("pageerror", (e) => complaints.push("error: " + e.message));
    page.on("console", (m) => m.type() === "error" && complaints.push("console: " + m.text()));
    page.on("request", (r) => r.url().startsWith(this.address) || /^(data|blob):/.test(r.url()) || complaints.push("asked for " + r.url()));
    page.on("dialog", (d) => (complaints.push("dialog: " + d.message()), d.dismiss()));
    try {
      await test(page, this);
      assert.deepEqual(complaints, []);
      console.log(`ok    ${name}`);
    } catch (error) {
      this.failures++;
      console.log(`FAIL  ${name}\n      ${String(error.stack ?? error).replaceAll("\n", "\n      ")}`);
      if (complaints.length) console.log("      " + complaints.join("\n      "));
    }
    await context.close();
  }

  end() {
    console.log(this.failures ? `${this.failures} failed` : "all well");
    return this.failures ? 1 : 0;
  }

  // open opens the page with a fragment and waits until the engine has answered.
  async open(page, fragment) {
    await page.goto(this.address + "#" + fragment);
    await page.reload();
    await this.settled(page);
  }

  // settled waits until nothing is being worked on.
  async settled(page) {
    await page.waitForTimeout(60);
    await page.waitForFunction(() => document.querySelector("main[data-idle=true]"), null, { timeout: 60_000 });
  }

  // commandIn runs, in a folder, the command that the page says gives the same.
  commandIn(dir, text, ...more) {
    const words = text.match(/'[^']*'|\S+/g).map((w) => w.replace(/^'|'$/g, ""));
    assert.equal(words[0], "ratesim");
    return execFileSync(this.ratesim, [...words.slice(1), ...more], { cwd: dir, encoding: "utf8", maxBuffer: 1 << 28 });
  }

  // command runs such a command and returns its JSON.
  command(text, ...more) {
    return JSON.parse(this.commandIn(".", text, ...more, "--format", "json"));
  }

  // audit finds what axe-core finds wrong.
  async audit(page) {
    await page.evaluate(this.axe); // by the debugger, which the page's policy does not bind
    const found = await page.evaluate(() => axe.run(document, { resultTypes: ["violations"] }));
    assert.deepEqual(found.violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.html).slice(0, 3).join(" | ")}`), []);
  }
}

// table returns the cells of a table with a caption, headings first.
export const table = (page, caption) => page.locator("table", { has: page.locator("caption", { hasText: caption }) }).first()
  .evaluate((t) => [...t.rows].map((r) => [...r.cells].map((c) => c.textContent)));

// resultsOf returns the cells of all tables of runs, one table below the other.
export const resultsOf = (page) => page.locator("section[aria-label=Tables] table").evaluateAll((all) => all.flatMap((t) => [...t.rows].map((r) => [...r.cells].map((c) => c.textContent))));

// cellsOf returns the cells of the tables in a text of Markdown.
export const cellsOf = (markdown) => markdown.split("\n").filter((l) => l.startsWith("|")).map((l) => l.slice(2, -2).split(" | ").map((c) => c.trim().replaceAll("\\", ""))).filter((row) => !/^:?-+:?$/.test(row[0]));

// put puts a text into the editor at once, as pasting does; a driver that types takes long.
export const put = (page, text) => page.getByLabel("Scenario (YAML)").evaluate((field, text) => {
  field.value = text;
  field.dispatchEvent(new InputEvent("input", { bubbles: true }));
}, text);

// press chooses a radio button of a group by its label.
export const press = (page, group, label) => page.getByRole("group", { name: group }).getByRole("radio", { name: label, exact: true }).check({ force: true });
