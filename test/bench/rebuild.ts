import { allMigrations } from '../../infra/composition/all-migrations.ts';
import { migrate } from '../../infra/stores/postgres/migrations.ts';
import { allProjections } from '../../projections/all-projections.ts';
import { beforeFirstEvent, moveCheckpoints } from '../../projections/kernel/checkpoint.ts';
import { subscribersFor } from '../../projections/kernel/read-models.ts';
import { mostPerSecond } from './processor-time.ts';
import { fillWithPosts, openOwnStores, readBare, rebuildAll, rebuildOne } from './whole-log.ts';

const events = Number(process.env['BENCH_EVENTS'] ?? 500_000);

/** It has the events of two types. */
const modelOfFew = 'time_to_publish';

/** Every read model built from the whole log, and one of few events, against the bare client reading the same log. */
export default async function run(): Promise<void> {
  const stores = await openOwnStores();
  const { database, store } = stores;
  try {
    await migrate(database.kysely, allMigrations);
    const wanted = await fillWithPosts(stores, events);
    const bare = await readBare(stores, wanted);
    // The live builds stand at the end of the log, as those of a running service do: what is measured is the rebuild beside them.
    const live = (await subscribersFor(allProjections, database.kysely)).map(({ subscriber }) => subscriber.name);
    const head = await store.head();
    if (!head) throw new Error('the log is empty');
    await database.kysely
      .transaction()
      .execute((tx) => moveCheckpoints(live, { from: beforeFirstEvent, to: head }, tx));

    const one = await rebuildOne(stores, modelOfFew, wanted);
    const rebuilt = await rebuildAll(stores, wanted);
    const read = (bare + (await readBare(stores, wanted))) / 2;
    console.table({
      'events/s': {
        'bare read': Math.round(read),
        'all read models': Math.round(rebuilt.perSecond),
        [modelOfFew]: Math.round(one),
      },
    });
    const ratios = {
      rate: Number((rebuilt.perSecond / read).toFixed(3)),
      one: Number((one / read).toFixed(3)),
    };
    const measures = { mostOnTheseCores: Number((mostPerSecond(rebuilt.cpuMicroseconds) / read).toFixed(3)) };
    const figures = {
      events: wanted,
      readModels: rebuilt.readModels,
      readPerSecond: Math.round(read),
      rebuiltPerSecond: Math.round(rebuilt.perSecond),
      shareOfReading: rebuilt.shareOfReading,
      cpuMicroseconds: rebuilt.cpuMicroseconds,
    };
    console.log(JSON.stringify({ bench: 'rebuild', ratios, measures, figures }));
  } finally {
    await stores.stop();
  }
}
