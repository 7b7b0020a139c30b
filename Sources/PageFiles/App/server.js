// Requests to the program that serves the page

// The browser's words for a failed request mean nothing to users, so they are replaced.
const answered = async (answer, signal) => {
  try {
    return await answer;
  } catch (problem) {
    if (signal?.aborted) throw problem;
    throw new Error("imgsearch doesn't answer. Is it still running?");
  }
};

const post = async (name, body, signal) => {
  const request = fetch(`api/${name}`, {
    method: "POST",
    headers: { "Imgsearch-Page": "1", "Content-Type": "application/json" },
    body: JSON.stringify(body),
    signal,
  });
  const reply = await answered(request, signal);
  if (reply.ok) return reply;
  throw new Error(await refusal(reply));
};

const refusal = async (reply) =>
  (await reply.json().catch(() => ({}))).error || `The answer was ${reply.status}.`;

const checked = (event) => {
  // A complete answer may contain the program's own error.
  const { error, code } = event;
  if (error) throw Object.assign(new Error(error), { isAnswer: true, code });
  return event;
};

const each = async (text, signal, take) => {
  if (text.trim() && !signal?.aborted) await take(checked(JSON.parse(text)));
};

// A call with one answer
export const call = async (name, body = {}) => checked(await (await post(name, body)).json());

// A call with an answer line by line; lines after it is stopped are dropped
export const stream = async (name, body, signal, take) => {
  const { body: bytes } = await post(name, body, signal);
  const reader = bytes.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await answered(reader.read(), signal);
    if (done) break;
    const lines = (rest + value).split("\n");
    rest = lines.pop();
    for (const line of lines) await each(line, signal, take);
  }
  await each(rest, signal, take);
};
