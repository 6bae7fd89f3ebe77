import { setTimeout as pause } from 'node:timers/promises';
import type { ServiceProcess } from '../../support/service-process.ts';
import { until } from '../../support/until.ts';

const settledWithinMs = 120_000;
/** A look costs the service time, which is measured. */
export const betweenLooksMs = 300;

/** Waits until every projection and process manager is at the end of the log: their work belongs to the path as well. */
export const settled = async ({ connection }: ServiceProcess): Promise<void> => {
  const url = `${new URL(connection.baseUrl).origin}/metrics`;
  let quietLooks = 0;
  await until(
    'all consumers are at the end of the log',
    async () => {
      await pause(betweenLooksMs);
      const text = await (await fetch(url)).text();
      const behind = [...text.matchAll(/^consumer_lag_positions\{.*\} (\S+)$/gm)].some(([, lag]) => Number(lag) > 0);
      quietLooks = behind ? 0 : quietLooks + 1;
      return quietLooks === 2;
    },
    settledWithinMs,
  );
};
