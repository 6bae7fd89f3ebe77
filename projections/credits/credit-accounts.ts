import { creditEvents } from '../../domain/credits/credit-events.ts';
import { creditAccountView, type CreditAccountView } from '../../domain/credits/credit-view.ts';
import { idOfStream } from '../../domain/kernel/stream-names.ts';
import { onEach, projectionOf } from '../authoring/projection-of.ts';

export type CreditAccountRow = { id: string; view: CreditAccountView };

export const creditAccounts = projectionOf<CreditAccountRow>({
  name: 'credit_accounts',
  version: 1,
  description: 'How many AI credits does a person have?',
  table: { key: 'id', columns: { id: 'text', view: 'jsonb' } },
  on: onEach(creditEvents, {
    keys: ({ stream }) => idOfStream(stream),
    fold: (row, event, id) => {
      const view = creditAccountView.evolve(row?.view, event);
      return view && { id, view };
    },
  }),
});
