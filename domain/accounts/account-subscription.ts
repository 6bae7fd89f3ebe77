import {
  AccountEventsNotSubscribed,
  AccountEventsSubscribed,
  AccountEventsUnsubscribed,
  type AccountEvent,
} from './account-events.ts';
import { nextCheckAt, type SubscriptionOutcome } from './event-subscription.ts';
import { defined } from '../kernel/defined.ts';
import { named, type ConnectedAccount } from './account-state.ts';

/** The platform was asked to report, or whether it does. */
export type RecordSubscription = Readonly<{
  type: 'record-subscription';
  /** The page whose reports were asked for; undefined where none was chosen. */
  pageId: string | undefined;
  checkedAt: string;
  outcome: SubscriptionOutcome;
}>;

export const subscribed = (
  { pageId, checkedAt, outcome }: RecordSubscription,
  state: ConnectedAccount,
): readonly AccountEvent[] => {
  // A check says nothing of a page that was chosen amid it: that page has a check of its own.
  if (state.status === 'disconnected' || pageId !== state.page?.id) return [];
  // Clocks differ between nodes, so only checks of the same page are ordered by their times.
  if (state.reports && state.reports.pageId === pageId && state.reports.checkedAt >= checkedAt) return [];
  const { source: known, subscriptionId: id, failures = 0, arrived = false } = state.reports ?? {};
  const page = pageId === undefined ? {} : { pageId };
  const checked = { ...named(state), ...page, checkedAt, nextCheckAt: nextCheckAt(outcome, failures, checkedAt) };
  if (outcome.kind === 'failed') {
    const { reason, message } = outcome;
    const before = { ...defined({ source: known, subscriptionId: id }) };
    return [AccountEventsNotSubscribed({ ...checked, ...before, arrived, reason, message, attempt: failures + 1 })];
  }
  const { source, expiresAt } = outcome;
  const until = expiresAt === undefined ? {} : { expiresAt };
  const called = outcome.id === undefined ? {} : { subscriptionId: outcome.id };
  const missed = outcome.again && state.reports ? { missedSince: state.reports.checkedAt } : {};
  const isKnown = arrived && known === source;
  return [AccountEventsSubscribed({ ...checked, source, ...called, ...until, ...missed, arrived: isKnown })];
};

/** The platform reports no more: says so once, of a source that is known. */
export const unsubscribed = (
  state: ConnectedAccount,
  { isEnded }: Readonly<{ isEnded: boolean }>,
): readonly AccountEvent[] => {
  const source = state.reports?.source;
  return isEnded && source !== undefined ? [AccountEventsUnsubscribed({ ...named(state), source })] : [];
};
