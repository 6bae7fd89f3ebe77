import { idOfStream } from '../../domain/kernel/stream-names.ts';
import { reviewEvents } from '../../domain/reviews/review-events.ts';
import { reviewView, type ReviewView } from '../../domain/reviews/review-view.ts';
import { onEach, projectionOf } from '../authoring/projection-of.ts';

/** One row a review that was not forgotten. */
export type ReviewRow = {
  id: string;
  workspace_id: string;
  account_id: string;
  /** The person whose key seals its words. */
  contact_id: string;
  location_path: string;
  location_name: string | null;
  rating: number;
  read: boolean;
  replied: boolean;
  platform_created_at: string;
  view: ReviewView;
};

export const reviews = projectionOf<ReviewRow>({
  name: 'reviews',
  version: 2,
  description: 'How did people review the locations of a workspace?',
  table: {
    key: 'id',
    bornWithStream: true,
    columns: {
      id: 'text',
      workspace_id: 'text',
      account_id: 'text',
      contact_id: 'text',
      location_path: 'text',
      location_name: 'text?',
      rating: 'integer',
      read: 'boolean',
      replied: 'boolean',
      platform_created_at: 'instant',
      view: 'json',
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
  },
  on: onEach(reviewEvents, {
    keys: ({ stream }) => idOfStream(stream),
    fold: (row, event) => {
      const view = reviewView.evolve(row?.view, event);
      return (
        view && {
          id: view.id,
          workspace_id: view.workspaceId,
          account_id: view.accountId,
          contact_id: view.contactId,
          location_path: view.locationPath,
          location_name: view.locationName,
          rating: view.rating,
          read: view.read,
          replied: view.repliedAt !== null,
          platform_created_at: view.platformCreatedAt,
          view,
        }
      );
    },
  }),
});
