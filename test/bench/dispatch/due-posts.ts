import { setTimeout as pause } from 'node:timers/promises';
import { trio, type Client } from '../../support/service-client.ts';
import { untilAlmost } from '../accepted.ts';
import { createAll, load, percentile } from '../many-workspaces.ts';
import { cpuByPart, cpuSince } from '../processor-time.ts';
import type { PlatformStub } from './stubbed-platforms.ts';

const inOneRequest = 25;

/** Stores so many posts to three platforms. `dueAt` says when each one is due. */
const store = async (clients: readonly Client[], posts: number, dueAt: (index: number) => Date): Promise<void> => {
  await load(Math.ceil(posts / inOneRequest), 8, async (request) => {
    const client = clients[request % clients.length];
    if (!client) throw new Error('no client');
    const first = request * inOneRequest;
    const body = Array.from({ length: Math.min(inOneRequest, posts - first) }, (_, index) => ({
      content: `due ${first + index}`,
      accountIds: client.accounts(trio),
      scheduledFor: dueAt(first + index).toISOString(),
    }));
    await createAll(client, body);
  });
};

const ascending = (numbers: readonly number[]): number[] => [...numbers].sort((one, other) => one - other);

/** Posts that are due in the same second, until the platforms have them all: how late each was, and the processor time of each. */
export const dispatchAtOnce = async (
  demo: Client,
  clients: readonly Client[],
  stub: PlatformStub,
  posts: number,
  inSeconds = 3_600,
) => {
  const due = new Date(await demo.in(inSeconds));
  await store(clients, posts, () => due);
  await stub.accepted();
  await untilAlmost(demo, due);
  const dueHere = await onOwnClock(demo, due);
  const before = cpuByPart();
  const destinations = posts * trio.length;
  await stub.until(destinations);
  const processorMicroseconds = cpuSince(before, destinations);
  const { accepted, passedOn } = await stub.accepted();
  const late = ascending(accepted.map((at) => at - dueHere));
  return {
    destinations,
    perSecond: Math.round(late.length / ((late.at(-1) ?? 0) / 1000)),
    latenessP50Ms: Math.round(percentile(late, 0.5)),
    latenessP99Ms: Math.round(percentile(late, 0.99)),
    otherCalls: passedOn,
    processorMicroseconds,
  };
};

/**
 * Posts that are due one after the other: how late the platforms had each. The stub does not know which post a call belongs to, so the
 * n-th call is compared with the n-th destination that was due: the figure shows lateness that is spread evenly.
 */
export const dispatchSteadily = async (
  demo: Client,
  clients: readonly Client[],
  stub: PlatformStub,
  { posts, perSecond }: Readonly<{ posts: number; perSecond: number }>,
) => {
  const start = new Date(await demo.in(120));
  const dueAt = (index: number): Date => new Date(start.getTime() + Math.round((index * 1_000) / perSecond));
  await store(clients, posts, dueAt);
  await stub.accepted();
  await untilAlmost(demo, start);
  const startHere = await onOwnClock(demo, start);
  await stub.until(posts * trio.length);
  const { accepted } = await stub.accepted();
  const late = ascending(
    ascending(accepted).map(
      (at, nth) => at - (startHere + Math.round((Math.floor(nth / trio.length) * 1_000) / perSecond)),
    ),
  );
  return { latenessP50Ms: Math.round(percentile(late, 0.5)), latenessP99Ms: Math.round(percentile(late, 0.99)) };
};

/** Single posts while nothing else runs: milliseconds from their time to the socket of the first platform. */
export const dispatchAlone = async (demo: Client, clients: readonly Client[], stub: PlatformStub, rounds: number) => {
  const late: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const due = new Date(await demo.in(2));
    await store(clients, 1, () => due);
    const dueHere = await onOwnClock(demo, due);
    await stub.accepted();
    await stub.until(trio.length);
    const { accepted } = await stub.accepted();
    late.push(Math.min(...accepted) - dueHere);
    await pause(200);
  }
  return { dueToSocketP50Ms: Math.round(percentile(ascending(late), 0.5)) };
};

/** A time of the clock of test mode, which runs beside the machine's, on the machine's: the middle of the request is when it was asked. */
const onOwnClock = async (demo: Client, at: Date): Promise<number> => {
  const before = Date.now();
  const there = await demo.now();
  return at.getTime() - there.getTime() + (before + Date.now()) / 2;
};
