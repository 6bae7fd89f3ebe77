import { KilledStore } from './killed-store.ts';
import { buildProgram } from './node-process.ts';
import { useFolders } from './use-folders.ts';

/** How often a node is killed; the continuous build sets more. */
const rounds = Number(process.env['EVENT_STORE_KILL_ROUNDS'] ?? 5);

/** Stores killed side by side: from many small events to some so large that the journal turns over every few rounds. */
const paddings = [400, 2_000, 6_000, 16_000];

describe('event store: recovery after kill -9', () => {
  const newFolder = useFolders();

  it(`loses nothing acknowledged and keeps no half of anything, ${rounds} times over`, async function () {
    this.timeout(60_000 + rounds * 10_000);
    const program = await buildProgram(await newFolder());
    let left = rounds;
    const play = async (store: KilledStore): Promise<void> => {
      while (left > 0) {
        left -= 1;
        await store.round(program);
      }
      await store.finish(program);
    };
    const played = await Promise.allSettled(
      paddings.map(async (padding, index) => {
        await play(new KilledStore({ dir: await newFolder(), padding, unary: index > 0 })).catch((error: unknown) => {
          left = 0;
          throw error;
        });
      }),
    );
    for (const result of played) if (result.status === 'rejected') throw result.reason;
  });
});
