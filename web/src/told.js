// The story of one request of a run, gone through step by step.

import { useMemo } from "preact/hooks";
import { Before, Command, html, Select, TroubleText, Unknown, Working } from "./parts.js";
import { useAnswer, useLasting } from "./ask.js";

// listMax is how many requests are offered at once.
const listMax = 300;

const words = (r) => `${r.flow} ${r.id}: ${r.outcome.replace("_", " ")}, ${r.attempts} attempt${r.attempts === 1 ? "" : "s"}, ${r.rate_limited} refused`;

// Told tells of the run that one, the members of a question about it, names. command
// gives the command that tells a request's story.
export function Told({ state, change, one, flows, command, children }) {
  const requests = useAnswer({ ask: "requests", ...one });
  const all = requests.result ?? [];
  const outcomes = useMemo(() => [...new Set(all.map((r) => r.outcome))], [requests.result]);
  const flow = flows.includes(state.flow) ? state.flow : "";
  const outcome = outcomes.includes(state.outcome) ? state.outcome : "";
  const fitting = useMemo(() => all.filter((r) => (!flow || r.flow === flow) && (!outcome || r.outcome === outcome)), [requests.result, flow, outcome]);
  const chosen = fitting.find((r) => r.flow + "/" + r.id === state.request) ?? fitting.reduce((most, r) => (most && most.attempts >= r.attempts ? most : r), null);
  const story = useAnswer(chosen && requests.current ? { ask: "story", ...one, flow: chosen.flow, request: chosen.id } : null, chosen && command(chosen));
  const isNone = requests.current && !chosen;
  const lines = (!isNone && story.result?.lines) || [];
  const lasts = useLasting(story.busy, 150);
  const isTold = [requests, story].some((a) => a.trouble && !a.busy);
  const isOld = lines.length > 1 && !story.current && !isTold && (lasts || !story.busy);
  const last = Math.max(0, lines.length - 2);
  const at = Math.min(Number(state.step), last);
  const unknown = requests.current ? [
    state.flow !== flow && `there is no flow “${state.flow}”: all are offered`,
    state.outcome !== outcome && `no request ended “${state.outcome}”: all are offered`,
    state.request && chosen && state.request !== chosen.flow + "/" + chosen.id && `there is no request “${state.request}” among these: one with the most attempts is shown`,
  ].filter(Boolean) : [];
  const offered = fitting.slice(0, listMax);
  if (chosen && !offered.includes(chosen)) offered.push(chosen);
  return html`<section aria-label="One request" aria-busy=${requests.busy || story.busy}>
    <div class="controls">
      ${children}
      <${Select} label="Flow" value=${flow} options=${[["", "all"], ...flows.map((f) => [f, f])]} change=${(f) => change({ flow: f, request: "", step: "0" })} />
      <${Select} label="Outcome" value=${outcome} options=${[["", "all"], ...outcomes.map((o) => [o, o.replace("_", " ")])]} change=${(o) => change({ outcome: o, request: "", step: "0" })} />
      <${Select} label=${`Request (${fitting.length}${fitting.length > listMax ? `, of which ${listMax} are offered` : ""})`} value=${chosen ? chosen.flow + "/" + chosen.id : ""} options=${offered.map((r) => [r.flow + "/" + r.id, words(r)])} change=${(r) => change({ request: r, step: "0" })} />
    </div>
    <${Working} answer=${requests.busy ? requests : story} what="Running" hidden=${!requests.busy && !lasts} />
    <${TroubleText} answer=${requests} shown=${lines.length > 1} />
    ${!requests.trouble && html`<${TroubleText} answer=${story} />`}
    <${Unknown} texts=${unknown} />
    ${isNone && html`<p class="note" role="status">No request is of this kind.</p>`}
    ${isOld && html`<${Before} />`}
    ${lines.length > 1 && html`<div class="told">
      <p><strong>${lines[0]}</strong></p>
      <p class="buttons"><button type="button" aria-disabled=${at === 0} onClick=${() => at > 0 && change({ step: String(at - 1) })}>Back</button>
        <button type="button" class="first" aria-disabled=${at === last} onClick=${() => at < last && change({ step: String(at + 1) })}>Next</button>
        <span class="note" aria-live="polite">${at + 1} of ${lines.length - 1}: ${lines[at + 1].trim()}</span></p>
      <ol>${lines.slice(1).map((line, i) => html`<li aria-current=${i === at ? "step" : undefined} class=${i > at ? "later" : ""}>${line.trim()}</li>`)}</ol>
    </div>`}
    ${lines.length > 1 && html`<${Command} text=${story.of} />`}
  </section>`;
}
