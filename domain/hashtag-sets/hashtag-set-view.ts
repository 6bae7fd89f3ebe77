import { unreachable, type ViewFold } from '../kernel/decider.ts';
import type { HashtagSetEvent } from './hashtag-set.ts';

/** A set in the form of every answer. */
export type HashtagSetView = Readonly<{
  id: string;
  name: string;
  tags: readonly string[];
  createdAt: string;
  updatedAt: string;
}>;

export const hashtagSetView: ViewFold<HashtagSetView, HashtagSetEvent> = {
  evolve: (view, event) => {
    const updatedAt = event.meta.occurredAt;
    switch (event.type) {
      case 'HashtagSetCreated': {
        const { hashtagSetId: id, name, tags } = event.data;
        return { id, name, tags, createdAt: updatedAt, updatedAt };
      }
      case 'HashtagSetDeleted':
        return undefined;
      case 'HashtagSetRenamed':
      case 'HashtagSetTagsChanged':
        return view && { ...view, ...event.data, updatedAt };
      default:
        return unreachable(event);
    }
  },
};
