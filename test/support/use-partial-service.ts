import { expect } from 'chai';
import { openTestEventStore } from './event-store.ts';
import { opened } from './opened.ts';
import { openTestDatabase } from './postgres.ts';

type Stoppable = Readonly<{ faults: readonly unknown[]; stop(): Promise<unknown> }>;

/** A log and a database for the tests of one `describe`. */
export const openTestStores = async () => {
  const [log, database] = await Promise.all([openTestEventStore(), openTestDatabase()]);
  const close = async (): Promise<void> => {
    await log.close();
    await database.drop();
  };
  return { log, database, close };
};
export type TestStores = Awaited<ReturnType<typeof openTestStores>>;

/** A service on stores of its own for the tests of one `describe`. The hook that stops it fails if anything in it failed. */
export const usePartialService = <Service extends Stoppable>(start: (stores: TestStores) => Promise<Service>) => {
  const current = opened(
    async () => {
      const stores = await openTestStores();
      try {
        return { stores, service: await start(stores) };
      } catch (error) {
        await stores.close();
        throw error;
      }
    },
    async ({ stores, service }) => {
      await service.stop();
      await stores.close();
      expect(service.faults).to.deep.equal([]);
    },
  );
  return {
    service: () => current().service,
    log: () => current().stores.log,
    database: () => current().stores.database,
  };
};
