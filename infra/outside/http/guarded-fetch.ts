import { fetchBy, type Fetch } from './agent-fetch.ts';
import { guardedAgent, type GuardOptions } from './guarded-agent.ts';

export type GuardedFetch = Readonly<{ fetch: Fetch; close(): Promise<void> }>;

/**
 * `fetch` for hosts that other people choose: HTTPS to public addresses only, checked at every
 * connection, redirects included. A refused target rejects with `BlockedTarget` (code `BLOCKED_ADDRESS`), and nothing was sent.
 */
export const guardedFetch = (options: GuardOptions): GuardedFetch => {
  const dispatcher = guardedAgent(options);
  return { fetch: fetchBy(dispatcher), close: () => dispatcher.destroy() };
};
