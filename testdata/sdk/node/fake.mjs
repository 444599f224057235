// Reads {sdk, told} from standard input: waits that a 429 tells, each in seconds as a
// header has it, or "" for no answer at all. An official SDK makes one call for each, in
// fake time, to a network that refuses twice and then answers. Writes for each when
// attempts came and when they were given up, in milliseconds.
import { text } from "node:stream/consumers";
import OpenAI from "openai";
import Anthropic from "@anthropic-ai/sdk";

const patience = 3 * 3600 * 1000; // three hours

// A clock stands still until nobody has anything to do, and then is at the next timer.
class Clock {
  now = 0;
  timers = new Map();
  last = 0;

  set(then, wait = 0, ...args) {
    const at = wait > 2 ** 31 - 1 ? 1 : Math.max(1, wait); // as Node's own do
    this.timers.set(++this.last, { at: this.now + at, run: () => then(...args) });
    const id = this.last;
    return { id, ref: () => this, unref: () => this, hasRef: () => true, [Symbol.toPrimitive]: () => id };
  }

  clear(timer) {
    if (timer != null) this.timers.delete(Number(timer));
  }

  // step goes to the next timer; false if there is none in time.
  step() {
    let first;
    for (const [id, t] of this.timers) if (!first || t.at < first.t.at) first = { id, t };
    if (!first || first.t.at > patience) return false;
    this.timers.delete(first.id);
    this.now = first.t.at;
    first.t.run();
    return true;
  }
}

const idle = () => new Promise((resolve) => setImmediate(resolve));

const bodies = {
  openai: { id: "1", object: "chat.completion", choices: [] },
  anthropic: { id: "1", type: "message", role: "assistant", content: [], usage: {} },
};

async function live(sdk, told) {
  const clock = new Clock();
  const came = { at: [], over: [] };
  const network = (_, { signal }) => {
    came.at.push(clock.now);
    if (told === "") {
      return new Promise((_, reject) => {
        signal.addEventListener("abort", () => {
          came.over.push(clock.now);
          reject(signal.reason ?? new Error("aborted"));
        });
      });
    }
    if (came.at.length > 2) return Promise.resolve(Response.json(bodies[sdk]));
    return Promise.resolve(Response.json({ error: { type: "rate_limit_error" } }, { status: 429, headers: { "retry-after": told } }));
  };
  globalThis.setTimeout = (...a) => clock.set(...a);
  globalThis.clearTimeout = (t) => clock.clear(t);
  Date.now = () => clock.now;
  const wanted = { model: "m", max_tokens: 8, messages: [{ role: "user", content: "hello there" }] };
  const calls = {
    openai: () => new OpenAI({ apiKey: "me", fetch: network }).chat.completions.create(wanted),
    anthropic: () => new Anthropic({ apiKey: "me", fetch: network }).messages.create(wanted),
  };
  let ended = false;
  calls[sdk]().then(() => (came.ended = "well"), () => (came.ended = "error")).finally(() => (ended = true));
  for (;;) {
    for (let i = 0; i < 20 && !ended; i++) await idle();
    if (ended || !clock.step()) return came;
  }
}

const { sdk, told } = JSON.parse(await text(process.stdin));
const all = [];
for (const one of told) all.push(await live(sdk, one));
process.stdout.write(JSON.stringify(all), () => process.exit(0));
