import { platforms, type Platform } from '../../../domain/platforms/platform.ts';
import { Client, forEachOf, type ConnectionFile } from '../../support/service-client.ts';
import type { ServiceProcess } from '../../support/service-process.ts';
import { untilAlmost, type AcceptedPosts } from '../accepted.ts';
import { createAll, percentile } from '../many-workspaces.ts';
import { watchMemory } from '../memory.ts';
import { sampleMedia, samplePost } from '../sample-posts.ts';

const workspaces = Number(process.env['BENCH_WORKSPACES'] ?? 40);
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3);

/** The platform that lags. */
const laggard: Platform = 'TWITTER';

/** How the laggard behaves in a round: its usual self, twenty seconds a call, or refusing by its rate limit. */
type Condition = 'usual' | 'slow' | 'limited';
const faultOf = { usual: undefined, slow: 'slow', limited: 'rate_limited' } as const;

type Writer = Readonly<{ client: Client; media: Awaited<ReturnType<typeof sampleMedia>> }>;

const writersOf = async (demo: Client): Promise<Writer[]> => {
  const writers: Writer[] = [];
  while (writers.length < workspaces) {
    const client = new Client(await demo.expect<ConnectionFile>(201, 'POST', '/sandbox/workspaces', {}));
    writers.push({ client, media: await sampleMedia(client) });
  }
  return writers;
};

/** One round: every workspace posts to every platform in the same second. Answers how late each was accepted, in milliseconds. */
const play = async (
  condition: Condition,
  name: string,
  writers: readonly Writer[],
  { demo }: ServiceProcess,
  accepted: AcceptedPosts,
): Promise<Map<Platform, number[]>> => {
  const due = new Date(await demo.in(3_600));
  const fault = faultOf[condition];
  await forEachOf(writers, 8, async ({ client, media }, index) => {
    const posts = platforms.map((platform) => ({
      ...samplePost(client, platform, media, `${name} ${index} ${platform}`),
      scheduledFor: due.toISOString(),
    }));
    await createAll(client, posts);
    if (fault) await client.fault(laggard, fault);
  });
  await untilAlmost(demo, due);
  await accepted.until(writers.length * (platforms.length - 1), due, laggard);
  const late = new Map<Platform, number[]>(platforms.map((platform) => [platform, []]));
  for (const { platform, at } of await accepted.since(due)) late.get(platform)?.push(at - due.getTime());
  // What the laggard still holds must not run into the next round: a limited one tries again after two minutes.
  if (condition === 'limited') await demo.advance(180);
  await accepted.until(writers.length * platforms.length, due);
  return late;
};

const sorted = (numbers: readonly number[]): number[] => [...numbers].sort((a, b) => a - b);

/** Posts of every kind to all fifteen platforms at once, as usual and with one of them lagging, in turns. */
export const dispatchEverywhere = async (service: ServiceProcess, accepted: AcceptedPosts) => {
  const writers = await writersOf(service.demo);
  const conditions = Object.keys(faultOf) as Condition[];
  const late = new Map(conditions.map((condition) => [condition, new Map<Platform, number[]>()]));
  const perSecond: number[] = [];
  const othersInRound: ReadonlyMap<Condition, readonly number[]>[] = [];
  await play('usual', 'warm', writers, service, accepted);
  const memory = watchMemory(service);
  for (let round = 0; round < rounds; round++) {
    // Each condition comes first in its turn: whatever else drifts, the machine's load above all, favours none.
    const turn = conditions.map((_, index) => conditions[(index + round) % conditions.length] as Condition);
    const othersOf = new Map<Condition, number[]>();
    for (const condition of turn) {
      const played = await play(condition, `${condition} ${round}`, writers, service, accepted);
      const others = [...played].filter(([platform]) => platform !== laggard).flatMap(([, each]) => each);
      othersOf.set(condition, sorted(others));
      for (const [platform, each] of played) {
        late.get(condition)?.set(platform, [...(late.get(condition)?.get(platform) ?? []), ...each]);
      }
      const all = [...played.values()].flat();
      if (condition === 'usual') perSecond.push(all.length / (Math.max(...all) / 1000));
    }
    othersInRound.push(othersOf);
  }
  const peak = memory.stop();
  const others = (condition: Condition): number[] =>
    sorted(platforms.filter((one) => one !== laggard).flatMap((one) => late.get(condition)?.get(one) ?? []));
  const row = (condition: Condition, each: readonly number[]) => ({
    [`${condition}, p50 ms`]: Math.round(percentile(each, 0.5)),
    [`${condition}, p99 ms`]: Math.round(percentile(each, 0.99)),
  });
  const rowsOf = (each: (condition: Condition) => readonly number[]) =>
    Object.assign({}, ...conditions.map((condition) => row(condition, each(condition)))) as Record<string, number>;
  console.table({
    ...Object.fromEntries(
      platforms.map((platform) => [platform, rowsOf((one) => sorted(late.get(one)?.get(platform) ?? []))]),
    ),
    [`all but ${laggard}`]: rowsOf(others),
  });
  /** How late the others were beside what they usually are, in the same round; the median of the rounds. */
  const ratio = (condition: Condition, share: number): number => {
    const late = (which: Condition, inRound: ReadonlyMap<Condition, readonly number[]>): number =>
      percentile(inRound.get(which) ?? [], share);
    const ratios = othersInRound.map((inRound) => late(condition, inRound) / late('usual', inRound));
    return Number(percentile(sorted(ratios), 0.5).toFixed(3));
  };
  const usual = sorted([...(late.get('usual')?.values() ?? [])].flat());
  return {
    ratios: {
      othersWhenOneSlow: ratio('slow', 0.99),
      othersWhenOneLimited: ratio('limited', 0.99),
      othersWhenOneSlowP50: ratio('slow', 0.5),
      othersWhenOneLimitedP50: ratio('limited', 0.5),
    },
    figures: {
      postsPerRound: writers.length * platforms.length,
      rounds,
      perSecond: Math.round(percentile(sorted(perSecond), 0.5)),
      latenessP50Ms: Math.round(percentile(usual, 0.5)),
      latenessP99Ms: Math.round(percentile(usual, 0.99)),
      peakMiB: peak.all,
      peakServiceMiB: peak.service,
    },
  };
};
