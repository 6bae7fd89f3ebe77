import { expect } from 'chai';
import { Unanswered } from '../../../../infra/edge/console/app/unanswered.ts';
import { sentUntilAnswered } from '../../../../infra/edge/console/app/sent-again.ts';

type Turn = number | 'lost' | 'proxy';

const turnOf = (turn: Turn): Response => {
  if (turn === 'lost') throw new Unanswered();
  if (turn === 'proxy') return new Response('<h1>502</h1>', { status: 502, headers: { 'content-type': 'text/html' } });
  return Response.json({}, { status: turn });
};

/** Sends a request to a service that does this in turn, and the last of it for ever. */
const sent = async (path: string, ...turns: readonly Turn[]) => {
  const keys: (string | null)[] = [];
  const bodies: string[] = [];
  const send = sentUntilAnswered(
    async (attempt) => {
      const turn = turns[Math.min(keys.length, turns.length - 1)] ?? 200;
      keys.push(attempt.headers.get('idempotency-key'));
      bodies.push(await attempt.text());
      return turnOf(turn);
    },
    { wait: async () => {}, noteWaiting: () => () => {} },
  );
  const request = new Request(`http://service${path}`, { method: 'POST', body: 'written' });
  const status = await send(request).then(
    (response) => response.status,
    (fault: unknown) => fault,
  );
  return { status, keys, bodies };
};

/** The statuses that a look gets in turn, and how long it waited before each further one, in milliseconds. */
const looked = async (...turns: readonly Response[]) => {
  const waits: number[] = [];
  let sends = 0;
  const send = sentUntilAnswered(async () => turns[Math.min(sends++, turns.length - 1)]!.clone(), {
    wait: async (milliseconds) => void waits.push(milliseconds),
    noteWaiting: () => () => {},
  });
  const { status } = await send(new Request('http://service/v1/posts'));
  return { status, waits };
};

const tooMany = (retryAfter: number): Response =>
  Response.json({}, { status: 429, headers: { 'retry-after': String(retryAfter) } });

const times = <T>(count: number, turn: T): readonly T[] => Array.from({ length: count }, () => turn);

describe('what a person does in the console', () => {
  it('is sent until an answer comes, with one key and the whole body', async () => {
    const { status, keys, bodies } = await sent('/v1/posts', ...times(23, 'lost' as const), 201);
    expect(status).to.equal(201);
    expect(new Set(keys)).to.have.property('size', 1);
    expect(bodies).to.deep.equal(times(24, 'written'));
  });

  it('is sent until the service behind a proxy is there', async () => {
    expect(await sent('/v1/posts', ...times(17, 'proxy' as const), 201)).to.include({ status: 201 });
  });

  it('is answered where the service goes on to say that it cannot', async () => {
    const { status, keys } = await sent('/v1/accounts/connect/TWITTER', 503);
    expect(status).to.equal(503);
    expect(keys).to.have.length(5);
  });

  it('is sent once where it cannot be repeated, and says that no answer came', async () => {
    const { status, keys } = await sent('/v1/workspaces/w/api-keys', 'lost');
    expect(status).to.be.instanceOf(Unanswered);
    expect(keys).to.have.length(1);
  });
});

describe('a look of a page of the console', () => {
  it('waits out a second with too many requests, unseen by the reader', async () => {
    expect(await looked(tooMany(1), tooMany(1), new Response())).to.deep.equal({ status: 200, waits: [1000, 1000] });
  });

  it('ends after some such seconds', async () => {
    expect(await looked(tooMany(1))).to.deep.equal({ status: 429, waits: [1000, 1000, 1000] });
  });

  it('is answered at once with a refusal that lasts longer, and with every other', async () => {
    expect(await looked(tooMany(60))).to.deep.equal({ status: 429, waits: [] });
    expect(await looked(new Response(null, { status: 503 }))).to.deep.equal({ status: 503, waits: [] });
  });
});
