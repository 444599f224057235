// The view "Two flows on one limit".
import assert from "node:assert/strict";
import { press, table } from "./tester.mjs";

const caption = "The policy beside the bare client";
const commands = (page) => page.locator(".command code").allTextContents();
const fraction = (share) => (share === null ? "–" : share.toFixed(4));

// sameAsCommand holds the table, the readouts and the sums of the table of steps against
// "ratesim run".
async function sameAsCommand(page, tester) {
  const [command] = await commands(page);
  const native = tester.command(command).rows;
  const [headings, ...rows] = await table(page, /beside the bare client|The bare client/);
  assert.deepEqual(headings.slice(0, 6), ["load", "policy", "completed", "interactive", "calls", "rate limit"]);
  assert.deepEqual(rows.map((r) => [r[0], r[1], Number(r[4]), Number(r[5]), Number(r[6]), Number(r[7]), Number(r[8])]),
    native.map((r) => [r.load, r.policy, r.calls, r.rate_limited, r.content_errors, r.tokens, r.wasted_tokens]));
  rows.forEach((r, i) => assert.ok(Math.abs(Number(r[2]) - native[i].completed_share) <= 0.00005 + 1e-9, `${r[2]} ${native[i].completed_share}`));
  const shown = native.at(-1);
  const [completed, gained, lost, wasted] = (await page.locator(".readouts dd").evaluateAll((all) => all.map((e) => e.firstChild.data)));
  assert.deepEqual([completed, gained, lost, wasted], [`${shown.completed} of ${shown.requests}`, `${shown.interactive_completed} of ${shown.interactive_total}`,
    String(shown.interactive_total - shown.interactive_completed), String(shown.wasted_tokens)]);
  return shown;
}

const slide = async (page, tester, name, value) => {
  await page.getByRole("slider", { name }).fill(value);
  await tester.settled(page);
};

export const flowsTests = {
  "flows: the page begins with the lesson at heavy load": async (page, tester) => {
    await tester.open(page, "flows");
    assert.deepEqual((await table(page, caption)).slice(1), [
      ["heavy", "none", "0.8562", "0.9500", "160", "0", "23", "8425", "1218", "0.8438"],
      ["heavy", "fixed", "0.8000", "0.8667", "295", "151", "16", "7658", "873", "0.7937"],
    ]);
    await sameAsCommand(page, tester);
    const main = await page.locator("main").innerText();
    assert.match(main, /161 calls are refused, 151 of the batch and 10 interactive, in 17 steps from step 32 to step 48\./);
    assert.match(main, /Counts are of the batch flow unless their name says otherwise/);
  },

  "flows: the table of steps adds up to the run": async (page, tester) => {
    await tester.open(page, "flows?policy=backoff");
    const shown = await sameAsCommand(page, tester);
    await page.getByText("The charts as a table, step by step").click();
    const [, ...steps] = await table(page, "Each step of this policy");
    const last = steps.at(-1).map(Number);
    assert.equal(steps.length, 140);
    const [answered, lost] = [last[6], last[7]];
    assert.equal(answered, shown.interactive_completed);
    assert.equal(lost, shown.interactive_given_up);
    assert.equal(last[8], shown.wasted_tokens);
    assert.equal(last[5], shown.unfinished);
    for (const [i, step] of steps.entries()) { // the window's fill, told otherwise
      const calls = steps.slice(Math.max(0, i - 2), i + 1).reduce((n, s) => n + Number(s[1]) + Number(s[2]) + Number(s[3]), 0);
      assert.equal(Number(step[4]), calls);
    }
  },

  "flows: each control changes the run, to what the command gives": async (page, tester) => {
    await tester.open(page, "flows");
    for (const load of ["3", "1", "15", "6"]) {
      await slide(page, tester, /Load/, load);
      await sameAsCommand(page, tester);
    }
    for (const policy of ["none", "backoff", "fixed"]) {
      await page.getByLabel("Policy of the batch").selectOption(policy);
      await tester.settled(page);
      await sameAsCommand(page, tester);
    }
    await page.getByLabel("Policy of the batch").selectOption("own");
    await page.getByLabel("Policy as a spec").fill("full-jitter(base=1step, cap=9steps)");
    await page.keyboard.press("Tab");
    await tester.settled(page);
    await sameAsCommand(page, tester);
    await slide(page, tester, /Quota/, "18");
    await sameAsCommand(page, tester);
    await slide(page, tester, /Window/, "5");
    await sameAsCommand(page, tester);
    await press(page, "Refused calls count, too", "no");
    await tester.settled(page);
    await sameAsCommand(page, tester);
    await slide(page, tester, /Attempts/, "7");
    await sameAsCommand(page, tester);
    await slide(page, tester, /Calls a step/, "5");
    await sameAsCommand(page, tester);
    await page.getByRole("button", { name: "Another seed" }).click();
    await tester.settled(page);
    await sameAsCommand(page, tester);
    assert.match(page.url(), /seed=20260219/);
  },

  "flows: many seeds have the command's differences and verdicts": async (page, tester) => {
    await tester.open(page, "flows");
    for (const n of ["10", "30"]) {
      await press(page, "Seeds", n);
      await tester.settled(page);
      const native = tester.command((await commands(page)).at(-1));
      const [, ...rows] = await table(page, "The differences");
      const verdicts = Object.fromEntries(native.rows.map((r) => [r.figure, r]));
      for (const [figure, name] of [["completed", "completed_share"], ["interactive", "interactive_share"], ["calls", "calls"], ["wasted", "wasted_tokens"]]) {
        const row = rows.find((r) => r[1] === figure && r[2] === "fixed");
        assert.equal(row[7], verdicts[name].verdict);
        assert.ok(Math.abs(Number(row[4]) - verdicts[name].difference) <= 0.06 * Math.max(1, Math.abs(verdicts[name].difference)) / (figure === "completed" || figure === "interactive" ? 100 : 1), `${row[4]} ${verdicts[name].difference}`);
      }
      assert.equal(await page.locator(".dots").count(), 4);
      assert.equal(await page.locator(".dots").first().locator("circle").count(), Number(n));
    }
    await page.getByText("The dots as a table, seed by seed").click();
    const [headings, ...each] = await table(page, "Each seed: the policy less the bare client");
    assert.deepEqual(headings, ["seed", "completed", "interactive", "calls", "wasted"]);
    assert.equal(each.length, 30);
    const [first] = each, native = tester.command(`ratesim run --load heavy --policy none,fixed --seed ${first[0]}`).rows;
    assert.equal(first[0], "20260218");
    const signed = (n) => Number(n.replace("−", "-"));
    assert.deepEqual(first.slice(3).map(signed), [native[1].calls - native[0].calls, native[1].wasted_tokens - native[0].wasted_tokens]);
    assert.equal(signed(first[1]), Number((native[1].completed_share - native[0].completed_share).toFixed(4)));
    await tester.audit(page);
    await page.getByLabel("Policy of the batch").selectOption("none");
    await tester.settled(page);
    assert.match(await page.locator("main").innerText(), /The bare client is what policies are compared with/);
  },

  "flows: a mistake is told once, and what was shown stays, with its own words and command": async (page, tester) => {
    await tester.open(page, "flows?policy=own&spec=fixed(wait%3D2steps)");
    const summary = await page.locator(".summary").innerText(), before = await commands(page);
    assert.match(summary, /^Policy fixed\(wait=2s.*, 6 requests a step/);
    await page.getByLabel("Policy as a spec").fill("fixxed(wait=2steps)");
    await page.keyboard.press("Tab");
    await tester.settled(page);
    await slide(page, tester, /Load/, "13");
    assert.equal(await page.getByRole("alert").count(), 1);
    assert.match(await page.getByRole("alert").innerText(), /fixxed.*did you mean "fixed"/s);
    assert.equal(await page.locator(".summary").innerText(), summary);
    assert.deepEqual(await commands(page), before);
    assert.equal(await page.getByText("What is shown below is of before").count(), 2);
    await sameAsCommand(page, tester);
    await page.getByLabel("Policy as a spec").fill("fixed(wait=3steps)");
    await page.keyboard.press("Tab");
    await tester.settled(page);
    assert.equal(await page.getByText("What is shown below is of before").count(), 0);
    assert.match(await page.locator(".summary").innerText(), /^Policy fixed\(wait=3s.*, 13 requests a step/);
    await sameAsCommand(page, tester);
  },
};
