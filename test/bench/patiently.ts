import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '../support/service-client.ts';

/** How long a part of a busy machine may be away before a bench ends. */
const patienceMs = 60_000;

/**
 * The body of an answer that must have this status. A busy machine may answer 503: the request is repeated under its
 * key, so that it is carried out once. Any other answer ends the bench.
 */
export const patiently = async <Body>(
  client: Client,
  status: number,
  method: string,
  path: string,
  body?: unknown,
): Promise<Body> => {
  const headers: Record<string, string> = method === 'GET' ? {} : { 'idempotency-key': randomUUID() };
  const end = performance.now() + patienceMs;
  for (;;) {
    const answer = await client.call<Body>(method, path, body, headers);
    if (answer.status === status) return answer.body;
    if (answer.status !== 503 || performance.now() > end)
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    await pause(500);
  }
};
