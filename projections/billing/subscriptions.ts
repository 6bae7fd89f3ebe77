import { subscriptionEvents } from '../../domain/billing/subscription-events.ts';
import { subscriptionView, type SubscriptionView } from '../../domain/billing/subscription-view.ts';
import { idOfStream } from '../../domain/kernel/stream-names.ts';
import { onEach, projectionOf } from '../authoring/projection-of.ts';

export type SubscriptionRow = { owner_id: string; workspace_id: string; updated_at: string; view: SubscriptionView };

export const subscriptions = projectionOf<SubscriptionRow>({
  name: 'subscriptions',
  version: 1,
  description: 'What does a person who owns workspaces pay for?',
  table: {
    key: 'owner_id',
    columns: { owner_id: 'text', workspace_id: 'text', updated_at: 'instant', view: 'jsonb' },
  },
  on: onEach(subscriptionEvents, {
    keys: ({ stream }) => idOfStream(stream),
    fold: (row, event, owner_id) => {
      const view = subscriptionView.evolve(row?.view, event);
      return view && { owner_id, workspace_id: view.workspaceId, updated_at: view.updatedAt, view };
    },
  }),
});
