import { fetch } from 'undici';
import type { Fetch } from '../platforms/http.ts';
import { guardedAgent, type GuardOptions } from './guarded-agent.ts';

export type GuardedFetch = Readonly<{ fetch: Fetch; close(): Promise<void> }>;

/**
 * `fetch` for hosts that other people choose: HTTPS to public addresses only, checked at every
 * connection, redirects included. A refused target rejects with a `TypeError` whose cause is
 * `BlockedTarget` (code `BLOCKED_ADDRESS`), and nothing was sent.
 */
export const guardedFetch = (options: GuardOptions): GuardedFetch => {
  const dispatcher = guardedAgent(options);
  return {
    // The package's own fetch: the one built into Node takes no agent of another version.
    fetch: (url, init) => fetch(url, { ...init, dispatcher }),
    close: () => dispatcher.destroy(),
  };
};
