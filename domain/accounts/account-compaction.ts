import { unreachable } from '../kernel/decider.ts';
import type { Compaction } from '../kernel/compaction.ts';
import type { AccountEvent } from './account-events.ts';

/** A fact that an event states about an account. A later event with the same fact overwrites it. */
type Fact = 'token' | 'refreshFailures' | 'status' | 'details' | 'destinations' | 'page' | 'paused' | 'reports';

/** The facts that an event writes in full, and those that it changes in part. */
const factsOf = ({ type }: AccountEvent): Readonly<{ writes: readonly Fact[]; touches?: readonly Fact[] }> => {
  switch (type) {
    case 'AccountConnected':
    case 'AccountReconnected':
      return { writes: ['token', 'refreshFailures', 'status', 'details'] };
    case 'AccountTokenRefreshed':
      return { writes: ['token', 'refreshFailures'] };
    case 'AccountTokenRefreshFailed':
      return { writes: ['refreshFailures'] };
    case 'AccountErrored':
      // It ends the renewal of the token, and leaves its other facts.
      return { writes: ['status'], touches: ['token'] };
    case 'AccountRecovered':
      return { writes: ['status'] };
    case 'AccountDetailsUpdated':
      return { writes: ['details'] };
    case 'AccountDestinationsLoaded':
      return { writes: ['destinations'] };
    case 'AccountPageSelected':
    case 'AccountPageCleared':
      return { writes: ['page'] };
    case 'AccountPaused':
    case 'AccountResumed':
      return { writes: ['paused'] };
    case 'AccountEventsSubscribed':
    case 'AccountEventsNotSubscribed':
    case 'AccountEventsUnsubscribed':
      return { writes: ['reports'] };
    case 'AccountEventsArrived':
      return { writes: [], touches: ['reports'] };
    case 'AccountLoginEnds':
    case 'AccountDisconnected':
    case 'AccountTokensForgotten':
      return { writes: [] };
    default:
      return unreachable(type);
  }
};

/** A connection is recognised by its own event, and what follows a disconnection depends on it. */
const alwaysKept: ReadonlySet<string> = new Set<AccountEvent['type']>([
  'AccountConnected',
  'AccountReconnected',
  'AccountDisconnected',
  'AccountTokensForgotten',
]);

/** An hourly token is refreshed about 17,500 times a year: of the refreshes only the last one counts. */
export const accountCompaction: Compaction<AccountEvent> = {
  version: 3,
  essential(events) {
    const overwritten = new Set<Fact>();
    const essential = new Set<AccountEvent>();
    for (const event of events.toReversed()) {
      const { writes, touches = [] } = factsOf(event);
      const facts = [...writes, ...touches];
      if (alwaysKept.has(event.type) || facts.some((fact) => !overwritten.has(fact))) essential.add(event);
      for (const fact of writes) overwritten.add(fact);
    }
    return essential;
  },
};
