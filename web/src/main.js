// The explorer page: a bar with the views, and the view that the address names.

import { render } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { html } from "./parts.js";
import { useAddress } from "./state.js";
import { Flows, flowsFields } from "./flows.js";
import { Workers, workersFields } from "./workers.js";
import { Yours, yoursFields } from "./yours.js";

const views = [
  ["workers", "Workers", Workers, workersFields],
  ["flows", "Two flows", Flows, flowsFields],
  ["yours", "Yours", Yours, yoursFields],
];
const fields = Object.fromEntries(views.map(([name, , , its]) => [name, its]));

// isPlain reports whether a click is one that a new tab or window is not wanted of.
const isPlain = (e) => e.button === 0 && !e.ctrlKey && !e.metaKey && !e.shiftKey && !e.altKey;

function App() {
  const { view, values, told, change, go, linkOf } = useAddress(fields);
  const main = useRef(null);
  const [, title, View] = views.find(([name]) => name === view);
  useEffect(() => {
    document.title = `${title} – ratesim explorer`;
  }, [view]);
  const follow = (e, name) => {
    if (!isPlain(e)) return;
    e.preventDefault();
    if (name !== view) go(name);
  };
  return html`
    <a class="skip" href="#main" onClick=${(e) => { e.preventDefault(); main.current.focus(); }}>Skip to the view</a>
    <header>
      <span class="brand">ratesim <span>explorer</span></span>
      <nav aria-label="Views"><ul>${views.map(([name, text]) => html`<li><a href=${linkOf(name)} onClick=${(e) => follow(e, name)} aria-current=${name === view ? "page" : undefined}>${text}</a></li>`)}</ul></nav>
    </header>
    <main id="main" data-idle="true" ref=${main} tabindex="-1" key=${view}>
      ${told.length > 0 && html`<div class="trouble" role="alert"><p>The link holds what cannot be read:</p><ul>${told.map((text) => html`<li>${text}</li>`)}</ul></div>`}
      <${View} state=${values} change=${change} />
    </main>
    <footer>Computed in this page by ratesim itself; nothing is sent anywhere. The address holds all that is set, though no file that you open: share it as a link.</footer>`;
}

render(html`<${App} />`, document.getElementById("app"));
