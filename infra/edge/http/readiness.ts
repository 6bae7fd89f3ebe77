import type { IncomingMessage, ServerResponse } from 'node:http';
import { exchangeOf, send } from './exchange.ts';
import { bears, isFromHere } from './operators-machine.ts';

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

const keptMs = 1000;

/** Checks once a second at most, however many ask; those who ask meanwhile share the answer. */
export const onceASecond = (check: () => Promise<Readiness>, now = () => performance.now()) => {
  let latest: Readonly<{ at: number; answer: Promise<Readiness> }> | undefined;
  return (): Promise<Readiness> => {
    if (latest === undefined || now() - latest.at >= keptMs) latest = { at: now(), answer: check() };
    return latest.answer;
  };
};

/**
 * Answers 503 where the node is unready or stops, else 200. The checks name parts, hosts and faults, so only
 * requests of this machine and bearers of the token for metrics get them.
 */
export const answerReadiness = async (
  req: IncomingMessage,
  res: ServerResponse,
  check: () => Promise<Readiness>,
  { isClosing, token }: Readonly<{ isClosing: boolean; token: string | undefined }>,
): Promise<void> => {
  const checks = await check();
  const status = isClosing ? 'closing' : statusOf(checks);
  const serves = status === 'ready' || status === 'degraded';
  const headers = serves ? undefined : { 'retry-after': '2' };
  const seesChecks = isFromHere(req) || (token !== undefined && bears(req, token));
  send(res, exchangeOf(req), {
    status: serves ? 200 : 503,
    body: seesChecks ? { status, checks } : { status },
    headers,
  });
};
