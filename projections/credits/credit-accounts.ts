import { creditEvents } from '../../domain/credits/credit-events.ts';
import { creditAccountView } from '../../domain/credits/credit-view.ts';
import { viewProjection, type RowOf } from '../authoring/view-projection.ts';

export type CreditAccountRow = RowOf<typeof creditAccounts>;

export const creditAccounts = viewProjection({
  name: 'credit_accounts',
  version: 1,
  description: 'How many AI credits does a person have?',
  events: creditEvents,
  view: creditAccountView,
  columns: {
    id: ['text', (_, { key }) => key],
    view: ['jsonb', (view) => view],
  },
});
