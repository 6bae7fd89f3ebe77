import { expect } from 'chai';
import fc from 'fast-check';
import { everyRead } from '../infra/edge/endpoints/every-endpoint.ts';
import { mountReads, type MountedReads } from '../support/mounted-reads.ts';
import { useRunningService } from '../support/running-service.ts';
import { until } from '../support/until.ts';
import { comment, listed, publish, sync } from './commenting.ts';
import { randomLife } from './random-life.ts';

type Reported = Readonly<{ status: number; text: string; stale: boolean }>;
type Kept = Reported & Readonly<{ endpoint: string; path: string; position: bigint; at: string }>;

/** AS_OF_SEED and AS_OF_STEPS live another life, and a longer one. */
const seed = Number(process.env['AS_OF_SEED'] ?? 20_261_120);
const length = Number(process.env['AS_OF_STEPS'] ?? 20);

/** An answer, or of a refusal what is not of its own request. */
const comparable = ({ status, text }: Reported): string => {
  if (status < 400) return `${status} ${text}`;
  const { error } = JSON.parse(text) as { error: { code: string; message: string } };
  return `${status} ${error.code} ${error.message}`;
};

describe('the past in a running service', function () {
  this.timeout(180_000);
  const service = useRunningService();

  let mounted: MountedReads;
  before(async () => {
    mounted = await mountReads(service());
  });
  after(() => mounted.stop());

  const get = async (token: string, path: string, headers: Record<string, string> = {}): Promise<Reported> => {
    const answer = await fetch(`${mounted.baseUrl}${path}`, {
      headers: { authorization: `Bearer ${token}`, ...headers },
    });
    return { status: answer.status, text: await answer.text(), stale: answer.headers.has('x-stale') };
  };
  const asOf = (token: string, path: string, moment: string): Promise<Reported> =>
    get(token, `${path}?asOf=${encodeURIComponent(moment)}`);
  const head = async (): Promise<bigint> => (await service().store.head())?.commit ?? 0n;

  /** Every answer there is to have at one place of the log: asked again until nothing happened meanwhile. */
  const keepAll = async (token: string, life: ReturnType<typeof randomLife>): Promise<readonly Kept[]> => {
    let kept: Kept[] = [];
    await until(
      'nothing happens while everything is asked',
      async () => {
        const position = await head();
        const reported = await Promise.all(
          life.paths().map(async (each) => ({
            ...each,
            ...(await get(token, each.path, { 'x-after-position': position.toString() })),
          })),
        );
        const now = mounted.clocks.now('test').getTime();
        const at = new Date(now).toISOString();
        kept = reported.map((each) => ({ ...each, position, at }));
        // What happens next is to lie after that instant, not in its millisecond.
        await until('the clock moves', () => mounted.clocks.now('test').getTime() > now);
        return (await head()) === position && !reported.some(({ stale }) => stale);
      },
      60_000,
    );
    return kept;
  };

  /**
   * The instants by which everything of before was stored when the answers were kept. What is done in the background takes the time at its beginning
   * and is stored a moment later: an instant between the two had another answer when it was now.
   */
  const settledInstants = async (kept: readonly Kept[]): Promise<ReadonlySet<string>> => {
    const instants = new Map(kept.map(({ at, position }) => [at, position]));
    const stop = new AbortController();
    const end = await head();
    for await (const { events, to } of service().store.follow('start', { signal: stop.signal })) {
      for (const { position, meta } of events)
        for (const [at, known] of instants)
          if (position.commit > known && meta.mode === 'test' && meta.occurredAt <= at) instants.delete(at);
      if (to.commit >= end) break;
    }
    stop.abort();
    return new Set(instants.keys());
  };

  it('answers, for every moment of a random life, byte for byte what was answered then', async () => {
    const of = await service().workspace();
    const token = mounted.session(of.userId, of.workspaceId);
    const life = randomLife(service(), of);
    const names = Object.keys(life.steps);
    const draws = fc.sample(fc.tuple(fc.constantFrom(...names), fc.nat(1_000)), { seed, numRuns: length });
    const kept: Kept[] = [];
    // Each kind of step once in an order of its own, so that no resource is missed; then as it comes.
    for (const [name, where] of [...names.map((each) => [each, 0] as const), ...draws]) {
      await life.steps[name]?.((from) => from[where % from.length]);
      kept.push(...(await keepAll(token, life)));
    }

    const settled = await settledInstants(kept);
    const wrong: string[] = [];
    for (let first = 0; first < kept.length; first += 8) {
      await Promise.all(
        kept.slice(first, first + 8).map(async (then) => {
          for (const moment of [then.position.toString(), ...(settled.has(then.at) ? [then.at] : [])]) {
            const reported = await asOf(token, then.path, moment);
            if (comparable(reported) !== comparable(then))
              wrong.push(`${then.path}?asOf=${moment}: ${comparable(reported)} was ${comparable(then)}`);
          }
        }),
      );
    }
    expect(wrong.slice(0, 3)).to.deep.equal([]);
    expect(settled.size).to.be.greaterThan(new Set(kept.map(({ at }) => at)).size / 2);
    const answered = new Set(kept.filter(({ status }) => status === 200).map(({ endpoint }) => endpoint));
    expect([...answered]).to.have.members(everyRead.filter(({ past }) => past).map(({ id }) => id));
    // A life in which nothing changes would prove nothing.
    const different = new Set(kept.map(({ path, text }) => `${path} ${text}`)).size;
    expect(different).to.be.greaterThan(2 * new Set(kept.map(({ path }) => path)).size);
  });

  const start = async () => {
    const of = await service().workspace();
    const token = mounted.session(of.userId, of.workspaceId);
    const accountIds = [String(of.accounts['MASTODON'])];
    const created = await of.send('POST /posts', { content: 'First', accountIds });
    const path = `/posts/${created.body.id}`;
    const first = String(created.headers.get('x-position'));
    return { ...of, token, path, first, asOf: (moment: string) => asOf(token, path, moment) };
  };
  const refusalOf = ({ status, text }: Reported) => {
    const { error } = JSON.parse(text) as { error: { code: string; details?: object; requestId: string } };
    expect(error.requestId).to.be.a('string').and.not.equal('');
    return [status, error.code, error.details];
  };

  it('is not there before a thing was, and still there when it is gone', async () => {
    const { send, path, first, asOf: at } = await start();
    expect((await send(`DELETE ${path}`)).status).to.equal(200);
    expect((await send(`GET ${path}`)).status).to.equal(404);
    expect(JSON.parse((await at(first)).text)).to.include({ content: 'First', status: 'draft' });
    expect(refusalOf(await at(String(BigInt(first) - 1n)))).to.deep.equal([404, 'NOT_FOUND', undefined]);
    expect(refusalOf(await at('2020-01-01T00:00:00Z'))).to.deep.equal([404, 'NOT_FOUND', undefined]);
  });

  it('takes an instant with any offset, and nothing that is no moment or has not come', async () => {
    const { asOf: at, path, token } = await start();
    const now = mounted.clocks.now('test').getTime();
    const eastern = new Date(now + 5.5 * 3_600_000).toISOString().replace('Z', '+05:30');
    expect((await at(eastern)).status).to.equal(200);
    for (const wrong of [
      '',
      'yesterday',
      '-1',
      '1.5',
      '2026-11-20',
      '2026-11-20T10:00:00',
      '9'.repeat(21),
      '9'.repeat(19),
    ])
      expect(refusalOf(await at(wrong)).slice(0, 2), wrong).to.deep.equal([400, 'VALIDATION_ERROR']);
    expect(refusalOf(await get(token, `${path}?asOf=1&asOf=2`)).slice(0, 2)).to.deep.equal([400, 'VALIDATION_ERROR']);
    const future = [400, 'VALIDATION_ERROR', { field: 'asOf' }];
    expect(refusalOf(await at(new Date(now + 3_600_000).toISOString()))).to.deep.equal(future);
    expect(refusalOf(await at(String((await head()) + 1_000_000n)))).to.deep.equal(future);
    expect((await at((await head()).toString())).status).to.equal(200);
  });

  it('of lists is refused rather than passed over', async () => {
    const { token, first } = await start();
    for (const path of ['/posts', '/accounts', '/webhooks', '/platforms'])
      expect(refusalOf(await asOf(token, path, first)), path).to.deep.equal([
        400,
        'VALIDATION_ERROR',
        { field: 'asOf' },
      ]);
  });

  it("of another's workspace does not exist, and takes the scope the present takes", async () => {
    const [mine, theirs] = [await start(), await start()];
    const foreign = await asOf(mine.token, theirs.path, theirs.first);
    expect(refusalOf(foreign)).to.deep.equal([404, 'NOT_FOUND', undefined]);
    const { secret } = mounted.credentials.addKey({ workspaceId: mine.workspaceId, scopes: ['accounts:read'] });
    expect(refusalOf(await asOf(secret, mine.path, mine.first)).slice(0, 2)).to.deep.equal([
      403,
      'AUTHORIZATION_ERROR',
    ]);
  });

  it('keeps nothing of an erased person, even where it was shown before', async () => {
    const of = await start();
    const { body } = await of.send('POST /sandbox/members', {});
    const token = mounted.session(String(body.userId), of.workspaceId);
    const then = (await head()).toString();
    const reported = await get(token, '/users/me', { 'x-after-position': then });
    const { email } = JSON.parse(reported.text) as { email: string };
    expect(await asOf(token, '/users/me', then)).to.deep.equal(reported);
    await mounted.keys.destroy(String(body.userId));
    const after = await asOf(token, '/users/me', then);
    expect([after.status, (JSON.parse(after.text) as { email: string }).email]).to.deep.equal([200, '[forgotten]']);
    expect(after.text).not.to.include(email);
  });

  it('is the same for operators beside the service as over HTTP', async () => {
    const of = await start();
    const { answers, clocks } = mounted;
    const media = await of.send('POST /media/register', { url: 'https://example.com/a.png', contentType: 'image/png' });
    const post = await publish(of, 'BLUESKY');
    await comment(of, post, 'BLUESKY', 'A question');
    await sync(of, 'BLUESKY');
    const [asked] = await listed(of, `/posts/${post.id}/comments`);
    const then = (await head()).toString();
    const moment = { kind: 'position', commit: BigInt(then) } as const;
    await of.send(`PATCH ${of.path}`, { content: 'Second' });
    const paths = {
      post: of.path,
      account: `/accounts/${of.accounts['MASTODON']}`,
      media: `/media/${media.body.id}`,
      comment: `/inbox/comments/${asked?.id}`,
      workspace: `/workspaces/${of.workspaceId}`,
      user: '/users/me',
    };
    for (const [kind, path] of Object.entries(paths) as [keyof typeof paths, string][]) {
      const id = kind === 'user' ? of.userId : (path.split('/').at(-1) ?? '');
      const reported = JSON.parse((await asOf(of.token, path, then)).text) as Record<string, unknown>;
      // An operator has no role in a workspace.
      if (kind === 'workspace') delete reported['role'];
      expect(await answers({ kind, id }, moment, (mode) => clocks.now(mode)), kind).to.deep.equal(reported);
      const before = { kind: 'instant', at: '2020-01-01T00:00:00.000Z' } as const;
      expect(await answers({ kind, id }, before, (mode) => clocks.now(mode)), kind).to.equal(undefined);
    }
  });

  it('counts every outcome of a webhook endpoint, however many they are', async () => {
    const { send, workspaceId, token, userId } = await start();
    const hook = { url: 'https://hooks.invalid/a', events: ['account.connected'] };
    const created = await send('POST /webhooks', hook);
    const id = String(created.body.id);
    const moment = String(created.headers.get('x-position'));
    const digits = moment.padStart(20, '0');
    const meta = JSON.stringify({
      workspaceId,
      mode: 'test',
      actor: { kind: 'process', id: userId },
      occurredAt: '2026-11-20T00:00:00.000Z',
    });
    // More than are read at once; all of them just after the endpoint was made.
    const many = 12_001;
    await service().database.pool.query(
      `insert into webhook_outcomes (id, endpoint_id, workspace_id, place, occurred_at, type, stream, revision, meta)
       select 'outcome' || n, $1, $2, $3 || '-9' || lpad(n::text, 19, '0') || '-0000000001', '2026-11-20T00:00:00.000Z',
         'WebhookDeliveryAttemptFailed', 'webhookDelivery-' || n, 1, $4::jsonb
       from generate_series(1, ${many}) as n`,
      [id, workspaceId, digits, meta],
    );
    const { text } = await asOf(token, `/webhooks/${id}`, moment);
    expect((JSON.parse(text) as { failureCount: number }).failureCount).to.equal(many);
  });
});
