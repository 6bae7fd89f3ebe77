import { sql, type Kysely } from 'kysely';
import type { EventLog } from '../../../domain/kernel/event-store.ts';
import { isAfter } from '../../../domain/kernel/position.ts';
import type { Position, Recorded } from '../../../domain/kernel/event.ts';
import { lockCheckpoint, readCheckpoints } from '../../../projections/kernel/checkpoint.ts';
import { parkedKey } from '../../../projections/kernel/parking.ts';
import type { Unparked } from '../../../projections/kernel/unpark.ts';
import type { ServiceEventStore } from '../event-store/service-event-store.ts';
import type { KeyedSubscriber } from './keyed-subscriber.ts';

type Reading = Readonly<{ from: Position | 'start'; to: Position }>;

/** The events of one key after `from`, up to and including `to`. */
const eventsOf = async (
  subscriber: KeyedSubscriber,
  key: string,
  { from, to }: Reading,
  log: EventLog,
): Promise<readonly Recorded[]> => {
  if (from !== 'start' && !isAfter(to, from)) return [];
  const head = await log.head();
  // Where the last events were scavenged, the log ends before the checkpoint.
  const end = head && isAfter(to, head) ? head : to;
  const found: Recorded[] = [];
  const stop = new AbortController();
  for await (const batch of log.follow(from, { signal: stop.signal, types: subscriber.handles })) {
    for (const event of batch.events) {
      if (isAfter(event.position, to) || !subscriber.handles.has(event.type)) continue;
      if (subscriber.keysOf(event).includes(key)) found.push(event);
    }
    if (!isAfter(end, batch.to)) break;
  }
  stop.abort();
  return found;
};

/**
 * Resumes a parked key of a process from the state it stopped in. Folds the later events from all
 * its streams up to the checkpoint of the process; the checkpoint is locked for the last batch. An
 * overdue action is then due immediately.
 */
export const unparkInstance = async (
  subscriber: KeyedSubscriber,
  key: string,
  store: EventLog & Pick<ServiceEventStore, 'view'>,
  db: Kysely<unknown>,
): Promise<Unparked> => {
  const { name } = subscriber;
  const parked = await parkedKey(name, key, db);
  const seen = (await readCheckpoints(db)).get(name);
  if (!parked || !seen) return { outcome: 'missing' };
  const since = (event: Recorded): boolean => event.position.commit >= BigInt(parked.commit);
  const { events: stream } = await store.view({ as: 'stored' }).read(parked.stream);
  const from = stream.findLast((event) => !since(event))?.position ?? 'start';
  const events = (await eventsOf(subscriber, key, { from, to: seen.position }, store)).filter(since);

  return db.transaction().execute(async (tx): Promise<Unparked> => {
    const checkpoint = await lockCheckpoint(name, tx);
    if (!checkpoint || !(await parkedKey(name, key, tx))) return { outcome: 'missing' };
    const reading = { from: seen.position.commit < 0n ? ('start' as const) : seen.position, to: checkpoint.position };
    const late = await eventsOf(subscriber, key, reading, store);
    await sql`delete from parked where subscriber = ${name} and key = ${key}`.execute(tx);
    await subscriber.only(key).apply([...events, ...late], tx);
    const still = await parkedKey(name, key, tx);
    return still ? { outcome: 'parked', still } : { outcome: 'freed' };
  });
};
