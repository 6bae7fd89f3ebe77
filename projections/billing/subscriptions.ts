import { subscriptionEvents } from '../../domain/billing/subscription-events.ts';
import { subscriptionView } from '../../domain/billing/subscription-view.ts';
import { viewProjection, type RowOf } from '../authoring/view-projection.ts';

export type SubscriptionRow = RowOf<typeof subscriptions>;

export const subscriptions = viewProjection({
  name: 'subscriptions',
  version: 1,
  description: 'What does a person who owns workspaces pay for?',
  events: subscriptionEvents,
  view: subscriptionView,
  key: 'owner_id',
  columns: {
    owner_id: ['text', (_, { key }) => key],
    workspace_id: ['text', ({ workspaceId }) => workspaceId],
    updated_at: ['instant', ({ updatedAt }) => updatedAt],
    view: ['jsonb', (view) => view],
  },
});
