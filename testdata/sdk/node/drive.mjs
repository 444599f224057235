// Reads {sdk, jobs} from standard input, makes each call by an official SDK when it
// is due, and writes what came of them. Job and outcome are those of package ask, with
// times in nanoseconds.
import { setTimeout as sleep } from "node:timers/promises";
import { text } from "node:stream/consumers";

const ms = (ns) => ns / 1e6;

async function openai(job) {
  const { default: OpenAI } = await import("openai");
  const client = new OpenAI({
    baseURL: job.url + "/v1",
    apiKey: "me",
    defaultHeaders: { "X-Ratesim-Call-Id": job.id },
    ...(job.timeout > 0 && { timeout: ms(job.timeout) }),
  });
  return { call: openaiCalls[job.api](client, job), own: OpenAI.APIError, code: (e) => e.code, type: (e) => e.type };
}

const openaiCalls = {
  async chat(client, job) {
    const wanted = { model: "m", max_tokens: 8, messages: [{ role: "user", content: "hello there" }] };
    if (!job.stream) {
      const a = await client.chat.completions.create(wanted);
      return { text: a.choices[0].message.content, input: a.usage.prompt_tokens, output: a.usage.completion_tokens, request: a._request_id };
    }
    const { data, request_id } = await client.chat.completions
      .create({ ...wanted, stream: true, stream_options: { include_usage: true } }).withResponse();
    const o = { text: "", request: request_id };
    for await (const chunk of data) {
      o.text += chunk.choices[0]?.delta?.content ?? "";
      if (chunk.usage) [o.input, o.output] = [chunk.usage.prompt_tokens, chunk.usage.completion_tokens];
    }
    return o;
  },
  async responses(client, job) {
    const wanted = { model: "m", max_output_tokens: 16, input: "hello there" };
    if (!job.stream) {
      const a = await client.responses.create(wanted);
      return { text: a.output_text, input: a.usage.input_tokens, output: a.usage.output_tokens, request: a._request_id };
    }
    const { data, request_id } = await client.responses.create({ ...wanted, stream: true }).withResponse();
    const o = { text: "", request: request_id };
    for await (const event of data) {
      if (event.type === "response.output_text.delta") o.text += event.delta;
      const usage = event.response?.usage;
      if (usage) [o.input, o.output] = [usage.input_tokens, usage.output_tokens];
    }
    return o;
  },
  async embeddings(client) {
    const a = await client.embeddings.create({ model: "m", input: "hello there" });
    return { text: a.data[0].embedding.length > 0 ? "vector" : "", input: a.usage.prompt_tokens, request: a._request_id };
  },
};

async function anthropic(job) {
  const { default: Anthropic } = await import("@anthropic-ai/sdk");
  const client = new Anthropic({
    baseURL: job.url,
    apiKey: "me",
    defaultHeaders: { "X-Ratesim-Call-Id": job.id },
    ...(job.timeout > 0 && { timeout: ms(job.timeout) }),
  });
  return { call: message(client, job), own: Anthropic.APIError, code: () => "", type: (e) => e.error?.error?.type };
}

async function message(client, job) {
  const wanted = { model: "m", max_tokens: 8, messages: [{ role: "user", content: "hello there" }] };
  if (!job.stream) {
    const a = await client.messages.create(wanted);
    return { text: a.content[0].text, input: a.usage.input_tokens, output: a.usage.output_tokens, request: a._request_id };
  }
  const { data, request_id } = await client.messages.create({ ...wanted, stream: true }).withResponse();
  const o = { text: "", request: request_id };
  for await (const event of data) {
    if (event.type === "message_start") o.input = event.message.usage.input_tokens;
    if (event.type === "content_block_delta") o.text += event.delta.text ?? "";
    if (event.type === "message_delta") o.output = event.usage.output_tokens;
  }
  return o;
}

const empty = { error: "", status: 0, code: "", type: "", request: "", text: "", input: 0, output: 0, detail: "" };

async function make(sdk, job) {
  await sleep(ms(job.at));
  const { call, own, code, type } = await sdk(job);
  const outcome = { ...empty, id: job.id };
  try {
    const patience = sleep(ms(job.until)).then(() => ({ waiting: true }));
    const done = await Promise.race([call, patience]);
    if (done.waiting) outcome.error = "waiting";
    else Object.assign(outcome, Object.fromEntries(Object.entries(done).filter(([, v]) => v != null)));
  } catch (e) {
    outcome.detail = String(e);
    outcome.error = "broken";
    if (e instanceof own && e.status) {
      Object.assign(outcome, { error: "status", status: e.status, code: code(e) ?? "", type: type(e) ?? "", request: e.requestID ?? "" });
    }
  }
  call.catch(() => {}); // of one that is not waited for
  return outcome;
}

const { sdk, jobs } = JSON.parse(await text(process.stdin));
const outcomes = await Promise.all(jobs.map((job) => make({ openai, anthropic }[sdk], job)));
process.stdout.write(JSON.stringify(outcomes), () => process.exit(0));
