import { createHash, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { sandboxAnswer } from './answers.ts';
import type { AiOutcomes } from './outcomes.ts';

/** The path of the simulated provider, in front of OpenAI's own paths. */
export const aiSandboxPath = '/sandbox/ai/v1';
/** Names the workspace whose call it is. */
export const aiSandboxHeader = 'x-sandbox-workspace';
export const aiSandboxModel = 'sandbox-text-1';
export const aiSandboxImageModel = 'sandbox-image-1';

const maxBodyBytes = 4 * 1024 * 1024;
const slowByDefaultMs = 5_000;

export type AiSandboxOptions = Readonly<{
  outcomes: AiOutcomes;
  /** How long a `slow` answer is held back, in real time. */
  slowMs?: number;
  failed?(error: unknown): void;
}>;

type Body = Readonly<{
  model?: string;
  stream?: boolean;
  prompt?: string;
  messages?: readonly Readonly<{ role: string; content: unknown }>[];
  response_format?: Readonly<{ json_schema?: Readonly<{ name?: string }> }>;
}>;

const bodyOf = async (incoming: IncomingMessage): Promise<Body> => {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of incoming) {
    if (!Buffer.isBuffer(piece)) throw new TypeError('the request is read as text');
    size += piece.length;
    if (size > maxBodyBytes) throw new RangeError('too long');
    pieces.push(piece);
  }
  return JSON.parse(Buffer.concat(pieces).toString('utf8')) as Body;
};

const answerJson = (outgoing: ServerResponse, status: number, body: unknown): void => {
  outgoing.writeHead(status, { 'content-type': 'application/json' });
  outgoing.end(JSON.stringify(body));
};

const refuse = (outgoing: ServerResponse, status: number, type: string, message: string): void =>
  answerJson(outgoing, status, { error: { message, type, param: null, code: null } });

const pause = (milliseconds: number, outgoing: ServerResponse): Promise<void> =>
  new Promise((done) => {
    const timer = setTimeout(done, milliseconds);
    outgoing.once('close', () => (clearTimeout(timer), done()));
  });

/** As pieces of server-sent events, of a few words each. */
const streamText = (outgoing: ServerResponse, model: string, text: string): void => {
  const id = `chatcmpl-${randomUUID()}`;
  const event = (delta: object, finish: string | null): string =>
    `data: ${JSON.stringify({
      id,
      object: 'chat.completion.chunk',
      created: 0,
      model,
      choices: [{ index: 0, delta, finish_reason: finish }],
    })}\n\n`;
  outgoing.writeHead(200, { 'content-type': 'text/event-stream' });
  for (let at = 0; at < text.length; at += 2_000) outgoing.write(event({ content: text.slice(at, at + 2_000) }, null));
  outgoing.write(event({}, 'stop'));
  outgoing.end('data: [DONE]\n\n');
};

/** A picture whose colours are a function of the prompt. */
const pictureOf = async (prompt: string): Promise<string> => {
  const [red = 0, green = 0, blue = 0, ...rest] = createHash('sha256').update(prompt).digest();
  const size = 512;
  const [x = 0, y = 0] = rest;
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}">` +
    `<rect width="100%" height="100%" fill="rgb(${red},${green},${blue})"/>` +
    `<circle cx="${100 + x}" cy="${100 + y}" r="90" fill="rgb(${blue},${red},${green})"/></svg>`;
  const { default: sharp } = await import('sharp');
  return (await sharp(Buffer.from(svg)).png().toBuffer()).toString('base64');
};

const chat = (outgoing: ServerResponse, body: Body): void => {
  const said = (role: string): string =>
    (body.messages ?? [])
      .filter((message) => message.role === role)
      .map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content)))
      .join('\n');
  const model = body.model ?? aiSandboxModel;
  const form = body.response_format?.json_schema?.name;
  const text = sandboxAnswer({ system: said('system'), user: said('user'), form });
  if (body.stream) return streamText(outgoing, model, text);
  const message = { role: 'assistant', content: text };
  const choices = [{ index: 0, message, finish_reason: 'stop' }];
  answerJson(outgoing, 200, { id: `chatcmpl-${randomUUID()}`, object: 'chat.completion', created: 0, model, choices });
};

/** The simulated provider: chat completions and images in OpenAI's form. */
export const aiSandboxHandler =
  ({ outcomes, slowMs = slowByDefaultMs, failed }: AiSandboxOptions) =>
  async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    try {
      const path = (incoming.url ?? '').split('?')[0];
      const body = await bodyOf(incoming);
      const key = (incoming.headers.authorization ?? '').replace(/^Bearer /, '');
      if (key === '' || key.includes('invalid'))
        return refuse(outgoing, 401, 'invalid_request_error', 'Incorrect API key provided.');
      const outcome = await outcomes.take(String(incoming.headers[aiSandboxHeader] ?? ''));
      if (outcome === 'error') return refuse(outgoing, 500, 'server_error', 'The server had an error.');
      if (outcome === 'slow') await pause(slowMs, outgoing);
      if (outgoing.destroyed) return;
      if (path === `${aiSandboxPath}/chat/completions`) return chat(outgoing, body);
      if (path === `${aiSandboxPath}/images/generations`)
        return answerJson(outgoing, 200, { created: 0, data: [{ b64_json: await pictureOf(String(body.prompt)) }] });
      refuse(outgoing, 404, 'invalid_request_error', 'Unknown request URL.');
    } catch (error) {
      if (!outgoing.headersSent) refuse(outgoing, 400, 'invalid_request_error', 'The body is not valid JSON.');
      if (!(error instanceof SyntaxError || error instanceof RangeError)) failed?.(error);
    }
  };
