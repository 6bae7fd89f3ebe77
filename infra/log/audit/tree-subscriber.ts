import type { Transaction } from 'kysely';
import type { Recorded } from '../../../domain/kernel/event.ts';
import type { Subscriber } from '../../../projections/kernel/subscriber.ts';
import { growTree } from './log-tree.ts';

/**
 * Adds every event of the log, as it is stored, to the tree: once each and in order, for the
 * checkpoint moves with it.
 */
export const treeSubscriber: Subscriber = {
  name: 'audit/tree',
  handles: 'everything',
  apply: (events: readonly Recorded[], tx: Transaction<unknown>) => growTree(events, tx),
};
