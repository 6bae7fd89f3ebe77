import { expect } from 'chai';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { platforms } from '../../domain/platforms/platform.ts';
import type { AttemptStep } from '../../processes/posts/attempt-steps.ts';
import { until } from '../support/until.ts';
import { hasEnded, type Client, type PostBody } from '../support/service-client.ts';
import { ending } from './ending.ts';
import { scheduleEverywhere, type PostEverywhere } from './posts-everywhere.ts';
import { ServiceProcess } from '../support/service-process.ts';

const kills = Number(process.env['EVERYWHERE_KILLS'] ?? 5);

/** The instants that leave the most behind, in turn with any instant at all. */
const instants: readonly (AttemptStep | 'anywhere')[] = [
  'step-recorded',
  'anywhere',
  'answered',
  'step-done',
  'intent-recorded',
  'anywhere',
  'outcome-recorded',
  'comment-answered',
];
/** How soon, in milliseconds, the service dies where it dies anywhere. */
const soon = 2_000;

/**
 * They neither take a key nor list what was sent: after a death the outcome may stay unknown, and
 * is reported as unknown.
 */
const blind: ReadonlySet<string> = new Set(['SNAPCHAT', 'TELEGRAM', 'WHATSAPP', 'TIKTOK']);

describe('the service under kill -9, on all platforms', function () {
  this.timeout(300_000);
  const folder = mkdtempSync(path.join(tmpdir(), 'kill-everywhere-'));
  const killFile = path.join(folder, 'step');
  let service: ServiceProcess;

  before(async () => {
    service = await ServiceProcess.start('node', { SANDBOX_KILL_FILE: killFile });
  });
  afterEach(function () {
    if (this.currentTest?.state === 'failed') console.log(service.output.slice(-4_000));
  });
  after(async () => {
    await service.dispose();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Lets the running service die; answers whether there was anything left for it to die of. */
  const dying = async (instant: AttemptStep | 'anywhere', hasWork: () => Promise<boolean>): Promise<boolean> => {
    if (instant === 'anywhere') {
      await pause(Math.random() * soon);
      await service.kill();
      return true;
    }
    writeFileSync(killFile, instant);
    await until(
      `the service has come to "${instant}"`,
      async () => !existsSync(killFile) || !(await hasWork()),
      60_000,
    );
    if (existsSync(killFile)) {
      rmSync(killFile);
      return false;
    }
    expect(await service.died(10_000)).to.equal('SIGKILL');
    return true;
  };

  /** The differences between a platform's objects and the service's report of its posts. */
  const problemsOf = async (
    client: Client,
    platform: string,
    posts: readonly PostBody[],
  ): Promise<readonly string[]> => {
    const held = (await client.objects(platform)).filter(({ deleted }) => !deleted);
    return posts.flatMap(({ content, status, platforms: [copy] }) => {
      const of = (kinds: RegExp) => held.filter(({ kind, text }) => kinds.test(kind) && text.includes(content));
      const objects = of(/post|message/).filter(({ text }) => !text.startsWith('Under '));
      const comments = held.filter(({ kind, text }) => kind !== 'post' && text === `Under ${content}`);
      const sentence = `${platform}, "${content}", ${status}: ${JSON.stringify(copy?.error ?? copy?.platformPostId)}`;
      const isUnknown = status === 'failed' && copy?.error?.code === 'OUTCOME_UNKNOWN' && blind.has(platform);
      const ends = status === 'published' ? objects.length === 1 : isUnknown && objects.length <= 1;
      return [
        ...(ends ? [] : [`${sentence}, and holds ${objects.length}`]),
        ...(comments.length > 1 ? [`${sentence}, and holds ${comments.length} comments`] : []),
      ];
    });
  };

  it(`makes each of its posts once and reports its outcome, killed ${kills} times on the way`, async () => {
    // Who dies while a token that works once is renewed has lost the account: that is not asked here.
    const client = await service.workspace(platforms, { tokenExpiresInSeconds: 30 * 86_400 });
    const times = await Promise.all(Array.from({ length: kills }, (_, wave) => client.in((wave + 1) * 600)));
    const made = await scheduleEverywhere(client, times);
    expect(new Set(made.map(({ platform }) => platform)).size).to.equal(platforms.length);
    const said: string[] = [];
    for (const [wave, time] of times.entries()) {
      const hasWork = async (): Promise<boolean> => {
        const posts = await client.posts().catch(() => undefined);
        const due = made.filter((one) => one.wave <= wave).map(({ id }) => id);
        return posts === undefined || posts.some((post) => due.includes(post.id) && !hasEnded(post));
      };
      const instant = instants[wave % instants.length] ?? 'anywhere';
      const left = (Date.parse(time) - (await client.now()).getTime()) / 1000;
      const [died] = await Promise.all([
        dying(instant, hasWork),
        left > 0 && client.advance(Math.ceil(left)).catch(() => undefined),
      ]);
      if (died) await service.start();
      said.push(died ? instant : `${instant} (not reached)`);
    }
    console.log(`      killed at ${said.join(', ')}`);
    const posts = await ending(client, made.length);
    const problems = await Promise.all(
      platforms.map((platform) => problemsOf(client, platform, postsOf(posts, made, platform))),
    );
    const unknown = posts.filter(({ status }) => status !== 'published');
    console.log(
      `      ${posts.length} posts, ${unknown.length} visibly unknown: ${unknown.map(({ content }) => content).join(', ')}`,
    );
    expect(problems.flat()).to.deep.equal([]);
  });
});

const postsOf = (posts: readonly PostBody[], made: readonly PostEverywhere[], platform: string): readonly PostBody[] =>
  posts.filter(({ id }) => made.some((one) => one.id === id && one.platform === platform));
