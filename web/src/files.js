// Files that the reader opens: they stay in the page, which hands them to the engine.

import { useId, useState } from "preact/hooks";
import { html, Mistakes } from "./parts.js";
import { isOpen, openFile } from "./engine.js";

// bytesMax is how large a file may be, in bytes.
const bytesMax = 256 << 20;

// OpenFile opens a file for the engine, and tells its name. name is that of the file
// which the page is about, "" for none; children stand below it.
export function OpenFile({ label, note, name, accept, change, children }) {
  const id = useId();
  const [trouble, setTrouble] = useState(null);
  const open = (e) => {
    const file = e.target.files[0];
    if (!file) return;
    const fits = file.size <= bytesMax;
    setTrouble(fits ? null : { message: `${file.name} has ${file.size} bytes; the page takes up to ${bytesMax} of a file, and the command line any number` });
    if (!fits) return;
    openFile(file);
    change(file.name);
  };
  return html`<div class="field wide">
    <label for=${id}>${label}</label>
    <input id=${id} type="file" accept=${accept} aria-describedby=${id + "-note"} onClick=${(e) => (e.target.value = "")} onChange=${open} />
    <p class="note" id=${id + "-note"}>${note}</p>
    <${Mistakes} trouble=${trouble} />
    ${name && html`<p class="buttons" role="status"><span>${isOpen(name)
      ? html`<strong>${name}</strong> is open. The link does not hold the file: whoever follows it opens the same one.`
      : html`This link was made with the file <strong>${name}</strong>, which a link does not hold: open it.`}</span>
      <button type="button" class="small" onClick=${() => change("")}>Go on without it</button></p>`}
    ${children}
  </div>`;
}
