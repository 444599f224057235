// A trace that somebody has recorded: its tables, and the story of each request.

import { Choice, html, quoted, Select, Tables, TroubleText, Working } from "./parts.js";
import { useAnswer } from "./ask.js";
import { isOpen } from "./engine.js";
import { OpenFile } from "./files.js";
import { Told } from "./told.js";

const named = (run) => [run.load, run.policy, `seed ${run.seed}`].filter(Boolean).join(", ");

export function Recorded({ state, change }) {
  const open = state.trace && isOpen(state.trace);
  const answer = useAnswer(open ? { ask: "recorded", trace: state.trace } : null);
  const runs = answer.current ? answer.result.runs : [];
  const number = Math.min(Number(state.run) || 0, Math.max(0, runs.length - 1));
  const run = runs[number];
  const explain = (r) => ["ratesim", "explain", state.trace, "--request", r.id, "--flow", r.flow, ...(run.load ? ["--load", run.load] : []), "--policy", run.policy, "--seed", run.seed].map(quoted).join(" ");
  return html`
    <div class="controls"><${OpenFile} label="Open a trace" name=${state.trace} accept=".ndjson,.jsonl,.json,.gz"
      note="The records of runs, as “ratesim run --trace”, serve and bench write them, plain or gzipped, up to 256 MB. It stays in this page."
      change=${(trace) => change({ trace, run: "0", request: "", step: "0" })} /></div>
    ${open && html`<${Working} answer=${answer} what="Reading" />
      <${TroubleText} answer=${answer} shown=${false} />`}
    ${run && html`
      <${Choice} label="Show" value=${state.show === "story" ? "story" : "run"} options=${[["run", "Tables"], ["story", "One request"]]} change=${(show) => change({ show })} />
      ${state.show === "story"
        ? html`<${Told} state=${state} change=${change} one=${{ trace: state.trace, run: number }} flows=${run.flows} command=${explain}>
            <${Select} label=${`Run (${runs.length})`} value=${String(number)} options=${runs.map((r, i) => [String(i), named(r)])} change=${(n) => change({ run: n, request: "", step: "0" })} />
          <//>`
        : html`<section aria-label="Tables">
            <${Tables} ...${answer.result} command=${["ratesim", "report", quoted(state.trace), ...(answer.result.tables.length > 1 ? ["--show", "all"] : [])].join(" ")} />
          </section>`}`}`;
}
