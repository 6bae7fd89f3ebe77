import { sql, type Kysely } from 'kysely';
import type { EventStore, EventLog } from '../../../domain/kernel/event-store.ts';
import { isAfter } from '../../../domain/kernel/position.ts';
import type { Position, Recorded } from '../../../domain/kernel/event.ts';
import type { ProcessManager } from '../../../processes/kernel/process-manager.ts';
import { lockCheckpoint, readCheckpoints } from '../../../projections/kernel/checkpoint.ts';
import { parkedKey } from '../../../projections/kernel/parking.ts';
import type { Unparked } from '../../../projections/kernel/unpark.ts';
import { ProcessSubscriber } from './process-subscriber.ts';

type Reading = Readonly<{ from: Position | 'start'; to: Position }>;

/** The events of one instance after `from`, up to and including `to`. */
const eventsOf = async (
  { handles, instancesOf }: ProcessManager,
  instance: string,
  { from, to }: Reading,
  log: EventLog,
): Promise<readonly Recorded[]> => {
  if (from !== 'start' && !isAfter(to, from)) return [];
  const head = await log.head();
  // Where the last events were scavenged, the log ends before the checkpoint.
  const end = head && isAfter(to, head) ? head : to;
  const found: Recorded[] = [];
  const stop = new AbortController();
  for await (const batch of log.follow(from, { signal: stop.signal })) {
    for (const event of batch.events) {
      if (isAfter(event.position, to) || !handles.includes(event.type)) continue;
      if (instancesOf(event).includes(instance)) found.push(event);
    }
    if (!isAfter(end, batch.to)) break;
  }
  stop.abort();
  return found;
};

/**
 * Lets a parked instance go on from the state it stopped in: folds what came since, from whichever stream, up to the checkpoint
 * of its process, which holds still for the last stretch. What it then has to do is due at once where its time has passed.
 */
export const unparkInstance = async (
  manager: ProcessManager,
  instance: string,
  store: EventStore,
  db: Kysely<unknown>,
): Promise<Unparked> => {
  const name = `process/${manager.name}`;
  const parked = await parkedKey(name, instance, db);
  const seen = (await readCheckpoints(db)).get(name);
  if (!parked || !seen) return { outcome: 'missing' };
  const since = (event: Recorded): boolean => event.position.commit >= BigInt(parked.commit);
  const { events: stream } = await store.read(parked.stream);
  const from = stream.findLast((event) => !since(event))?.position ?? 'start';
  const events = (await eventsOf(manager, instance, { from, to: seen.position }, store)).filter(since);

  return db.transaction().execute(async (tx): Promise<Unparked> => {
    const checkpoint = await lockCheckpoint(name, tx);
    if (!checkpoint || !(await parkedKey(name, instance, tx))) return { outcome: 'missing' };
    const reading = { from: seen.position.commit < 0n ? ('start' as const) : seen.position, to: checkpoint.position };
    const late = await eventsOf(manager, instance, reading, store);
    await sql`delete from parked where subscriber = ${name} and key = ${instance}`.execute(tx);
    const alone: ProcessManager = {
      ...manager,
      instancesOf: (event) => manager.instancesOf(event).filter((one) => one === instance),
    };
    await new ProcessSubscriber(alone).apply([...events, ...late], tx);
    const still = await parkedKey(name, instance, tx);
    return still ? { outcome: 'parked', still } : { outcome: 'freed' };
  });
};
