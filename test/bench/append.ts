import { appendRate, compare, rounded, startTarget, syncRates } from './event-store-load.ts';

/** Durable appends of 1 KiB events by 64 clients at a time, against the same node without a store. */
export default async function run(): Promise<void> {
  const [durable, ceiling] = [await startTarget('durable'), await startTarget('null')];
  const c64 = await compare(durable, ceiling, (target) => appendRate(target, 64));
  const { appended, journal } = await syncRates();
  console.table({ 'appends/s, 64 at a time': rounded(c64), 'disk syncs/s': rounded({ appended, journal }) });
  await durable.stop();
  await ceiling.stop();
  const figures = rounded({ c64: c64.durable, c64Null: c64.ceiling, syncs: appended, journalSyncs: journal }, 0);
  console.log(JSON.stringify({ bench: 'append', ratios: rounded({ c64: c64.ratio }), figures }));
}
