import type { ServerResponse } from 'node:http';
import { send, type Exchange } from './exchange.ts';

/**
 * The dependencies of the service, by name. Only a failed `required` check makes the service
 * unready.
 */
export type Check = Readonly<{ ok: boolean; required?: boolean; detail?: string }>;
export type Readiness = Readonly<Record<string, Check>>;

/** Answers 200 while every required check passes, else 503, with all checks in both cases. */
export const answerReadiness = async (
  res: ServerResponse,
  exchange: Exchange,
  look: () => Promise<Readiness>,
  isClosing: boolean,
): Promise<void> => {
  const checks = await look();
  const ready = !isClosing && Object.values(checks).every(({ ok, required = true }) => ok || !required);
  const status = ready ? 'ready' : isClosing ? 'closing' : 'unready';
  const headers = ready ? undefined : { 'retry-after': '2' };
  send(res, exchange, ready ? 200 : 503, { status, checks }, headers);
};
