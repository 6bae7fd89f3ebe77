import { sql, type Kysely } from 'kysely';
import type { Recorded } from '../../domain/kernel/event.ts';
import { keysOfEvent } from '../../domain/kernel/event-keys.ts';
import { isAfter } from '../../domain/kernel/position.ts';
import { lockCheckpoint } from './checkpoint.ts';
import { parkedKey, type Parked } from './parking.ts';
import { onlyKey, ProjectionSubscriber } from './projection-subscriber.ts';
import type { Projection } from './projection.ts';
import { buildName, buildTable, type Build } from './read-models.ts';
import { deleteRows } from './table.ts';

/** `missing`: the key is not parked. `parked`: it still cannot be folded, for the reason given. */
export type Unparked = Readonly<{ outcome: 'freed' } | { outcome: 'missing' } | { outcome: 'parked'; still: Parked }>;

/**
 * Folds a parked key again, from the first event of its stream to the checkpoint of the build. The
 * checkpoint is locked meanwhile, so that the key resumes at the position of the others.
 *
 * @example
 * declare const projection: Projection;
 * declare const build: Build;
 * declare const db: Kysely<unknown>;
 * declare const readStream: (stream: string) => Promise<readonly Recorded[]>;
 * const { outcome } = await unparkKey({ projection, build, key: 'c1' }, readStream, db);
 */
export const unparkKey = async (
  { projection, build, key }: Readonly<{ projection: Projection; build: Build; key: string }>,
  readStream: (stream: string) => Promise<readonly Recorded[]>,
  db: Kysely<unknown>,
): Promise<Unparked> =>
  db.transaction().execute(async (tx): Promise<Unparked> => {
    const name = buildName(build);
    const table = buildTable(build);
    const checkpoint = await lockCheckpoint(name, tx);
    const parked = await parkedKey(name, key, tx);
    if (!checkpoint || !parked) return { outcome: 'missing' };
    if (projection.sharing === 'all')
      throw new Error(`several streams feed the rows of ${projection.name}: rebuild it instead`);
    const events = (await readStream(parked.stream)).filter(
      (event) =>
        projection.handles.includes(event.type) &&
        !isAfter(event.position, checkpoint.position) &&
        keysOfEvent(event, (one) => projection.keys(one)).keys.includes(key),
    );
    await sql`delete from parked where subscriber = ${name} and key = ${key}`.execute(tx);
    await deleteRows(projection, table, [key], tx);
    await new ProjectionSubscriber(onlyKey(projection, key), { name, table }).applyParking(events, tx);
    const still = await parkedKey(name, key, tx);
    return still ? { outcome: 'parked', still } : { outcome: 'freed' };
  });
