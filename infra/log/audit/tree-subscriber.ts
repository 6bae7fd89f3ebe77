import type { Transaction } from 'kysely';
import type { Recorded } from '../../../domain/kernel/event.ts';
import type { Subscriber } from '../../../projections/kernel/subscriber.ts';
import { growTree } from './log-tree.ts';

/**
 * Adds every stored event to the tree, once each and in order, because the checkpoint moves in the
 * same transaction.
 */
export const treeSubscriber: Subscriber = {
  name: 'audit/tree',
  handles: 'everything',
  apply: (events: readonly Recorded[], tx: Transaction<unknown>) => growTree(events, tx),
};
