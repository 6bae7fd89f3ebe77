import { createHmac } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { load, percentile } from './many-workspaces.ts';

/**
 * A platform that reports comments, in a process of its own. It writes requests that are made and signed before the first is sent,
 * over plain sockets, because it shares the processors with the service. The argument is JSON of `Sending`. Prints what came of them.
 */
export type Sending = Readonly<{
  url: string;
  /** The secret of the registration. */
  secret: string;
  postId: string;
  /** Begins the ids of the comments. */
  name: string;
  count: number;
  /** Requests that are open at most: a platform waits for answers as well. */
  openAtMost: number;
  /** Requests a second; without it the next one goes out as soon as one is answered. */
  rate?: number;
}>;

export type Sent = Readonly<{ accepted: number; perSecond: number; p99Ms: number }>;

const people = 1_000;

const asked = JSON.parse(process.argv[2] ?? '{}') as Sending;
const { secret, postId, name, count, openAtMost, rate } = asked;
const url = new URL(asked.url);

/** A request with a comment under a post of a Page, as Facebook reports it. */
const request = (index: number): Buffer => {
  const from = { id: `7${index % people}`, name: `Person ${index % people}` };
  const value = {
    item: 'comment',
    verb: 'add',
    comment_id: `${postId}_${name}${index}`,
    post_id: postId,
    from,
    message: `Comment ${index}`,
    created_time: Math.floor(Date.now() / 1000),
  };
  const entry = [{ id: postId.split('_')[0], time: value.created_time, changes: [{ field: 'feed', value }] }];
  const body = JSON.stringify({ object: 'page', entry });
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  const head = [
    `POST ${url.pathname} HTTP/1.1`,
    `Host: ${url.host}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Hub-Signature-256: sha256=${signature}`,
  ];
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`);
};

type Ask = (request: Buffer) => Promise<boolean>;

const endOfHead = Buffer.from('\r\n\r\n');

/** A connection with one request at a time: whether each was answered with 200. */
const connection = (): Ask => {
  const socket = connect({ host: url.hostname, port: Number(url.port), noDelay: true });
  let answered: (isAccepted: boolean) => void = () => undefined;
  let isGone = false;
  let received: Buffer = Buffer.alloc(0);
  socket.on('data', (piece) => {
    received = received.length === 0 ? piece : Buffer.concat([received, piece]);
    const end = received.indexOf(endOfHead);
    if (end < 0) return;
    const head = received.toString('latin1', 0, end);
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
    if (received.length < end + endOfHead.length + length) return;
    received = Buffer.alloc(0);
    answered(head.startsWith('HTTP/1.1 200'));
  });
  const gone = (): void => {
    isGone = true;
    answered(false);
  };
  socket.on('error', gone).on('close', gone);
  return (bytes) =>
    new Promise((resolve) => {
      if (isGone) return resolve(false);
      answered = resolve;
      socket.write(bytes);
    });
};

const idle: Ask[] = Array.from({ length: openAtMost }, connection);
const send: Ask = async (bytes) => {
  const ask = idle.pop();
  if (!ask) throw new Error('more requests than connections');
  const isAccepted = await ask(bytes);
  idle.push(ask);
  return isAccepted;
};

const atRate = async (requests: readonly Buffer[], perSecond: number): Promise<number[]> => {
  const each: number[] = [];
  let ended: () => void = () => undefined;
  let open = 0;
  const room = async (below: number): Promise<void> => {
    while (open >= below) await new Promise<void>((resolve) => (ended = resolve));
  };
  const began = performance.now();
  for (const [index, bytes] of requests.entries()) {
    const dueIn = began + (index * 1000) / perSecond - performance.now();
    if (dueIn > 1) await pause(dueIn);
    await room(openAtMost);
    open++;
    const start = performance.now();
    void send(bytes).then((isAccepted) => {
      if (isAccepted) each.push(performance.now() - start);
      open--;
      ended();
    });
  }
  await room(1);
  return each;
};

const asFastAsTaken = async (requests: readonly Buffer[]): Promise<number[]> => {
  const each: number[] = [];
  await load(requests.length, openAtMost, async (index) => {
    const start = performance.now();
    if (await send(requests[index] as Buffer)) each.push(performance.now() - start);
  });
  return each;
};

const requests = Array.from({ length: count }, (_, index) => request(index));
process.stdout.write(`${JSON.stringify({ ready: true })}\n`);
const began = performance.now();
const each = await (rate === undefined ? asFastAsTaken(requests) : atRate(requests, rate));
const seconds = (performance.now() - began) / 1000;
const p99Ms = percentile(
  each.sort((one, other) => one - other),
  0.99,
);
const sent: Sent = { accepted: each.length, perSecond: Math.round(each.length / seconds), p99Ms: Math.round(p99Ms) };
process.stdout.write(`${JSON.stringify({ sent })}\n`);
// The process that started it ends it.
setInterval(() => undefined, 60_000);
