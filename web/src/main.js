// The explorer page: a bar with the views, and the view that the address names.

import { render } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { html } from "./parts.js";
import { useAddress } from "./state.js";
import { Flows, flowsDefaults } from "./flows.js";
import { Workers, workersDefaults } from "./workers.js";
import { Yours, yoursDefaults } from "./yours.js";

const views = [
  ["workers", "Workers", Workers, workersDefaults],
  ["flows", "Two flows", Flows, flowsDefaults],
  ["yours", "Yours", Yours, yoursDefaults],
];
const defaults = Object.fromEntries(views.map(([name, , , values]) => [name, values]));

function App() {
  const [view, state, change] = useAddress(defaults);
  const main = useRef(null);
  const [, title, View] = views.find(([name]) => name === view);
  useEffect(() => {
    document.title = `${title} – ratesim explorer`;
  }, [view]);
  return html`
    <a class="skip" href="#main" onClick=${(e) => { e.preventDefault(); main.current.focus(); }}>Skip to the view</a>
    <header>
      <span class="brand">ratesim <span>explorer</span></span>
      <nav aria-label="Views"><ul>${views.map(([name, text]) => html`<li><a href=${"#" + name} aria-current=${name === view ? "page" : undefined}>${text}</a></li>`)}</ul></nav>
    </header>
    <main id="main" data-idle="true" ref=${main} tabindex="-1" key=${view}><${View} state=${state} change=${change} /></main>
    <footer>Computed in this page by ratesim itself; nothing is sent anywhere. The address holds all that is set, though no file that you open: share it as a link.</footer>`;
}

render(html`<${App} />`, document.getElementById("app"));
