import { reviewEvents } from '../../domain/reviews/review-events.ts';
import { reviewView } from '../../domain/reviews/review-view.ts';
import { viewProjection, type RowOf } from '../authoring/view-projection.ts';

/** One row a review that was not forgotten. */
export type ReviewRow = RowOf<typeof reviews>;

export const reviews = viewProjection({
  name: 'reviews',
  version: 2,
  description: 'How did people review the locations of a workspace?',
  events: reviewEvents,
  view: reviewView,
  bornWithStream: true,
  columns: {
    id: ['text', ({ id }) => id],
    workspace_id: ['text', ({ workspaceId }) => workspaceId],
    account_id: ['text', ({ accountId }) => accountId],
    /** The person whose key seals its words. */
    contact_id: ['text', ({ contactId }) => contactId],
    location_path: ['text', ({ locationPath }) => locationPath],
    location_name: ['text?', ({ locationName }) => locationName],
    rating: ['integer', ({ rating }) => rating],
    read: ['boolean', ({ read }) => read],
    replied: ['boolean', ({ repliedAt }) => repliedAt !== null],
    platform_created_at: ['instant', ({ platformCreatedAt }) => platformCreatedAt],
    view: ['json', (view) => view],
  },
  indexes: [
    'workspace_id, platform_created_at desc, id desc',
    'workspace_id, account_id, platform_created_at desc, id desc',
    'workspace_id, location_path, platform_created_at desc, id desc',
    'workspace_id, rating, platform_created_at desc, id desc',
    'workspace_id, platform_created_at desc, id desc where not read',
    'workspace_id, platform_created_at desc, id desc where not replied',
    'workspace_id, id',
  ],
});
