import type { ServerResponse } from 'node:http';
import { send, type Exchange } from './exchange.ts';

/**
 * The dependencies of the service, by name. A failed check makes the node unready, unless its
 * `effect` is less: `degraded` leaves it ready and says so, `none` only shows the check.
 */
export type Check = Readonly<{ ok: boolean; effect?: 'degraded' | 'none'; detail?: string }>;
export type Readiness = Readonly<Record<string, Check>>;

const statusOf = (checks: Readiness): 'ready' | 'degraded' | 'unready' => {
  const failed = Object.values(checks).filter(({ ok }) => !ok);
  if (failed.some(({ effect }) => effect === undefined)) return 'unready';
  return failed.some(({ effect }) => effect === 'degraded') ? 'degraded' : 'ready';
};

/** Answers 503 where the node is unready or stops, else 200, with all checks in each case. */
export const answerReadiness = async (
  res: ServerResponse,
  exchange: Exchange,
  look: () => Promise<Readiness>,
  isClosing: boolean,
): Promise<void> => {
  const checks = await look();
  const status = isClosing ? 'closing' : statusOf(checks);
  const serves = status === 'ready' || status === 'degraded';
  const headers = serves ? undefined : { 'retry-after': '2' };
  send(res, exchange, serves ? 200 : 503, { status, checks }, headers);
};
