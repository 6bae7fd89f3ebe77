import { z } from 'zod';
import { unreachable, type Decider } from '../kernel/decider.ts';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { notFound } from '../kernel/refused.ts';

export const HashtagSetCreated = defineEvent(
  'HashtagSetCreated',
  z.object({ hashtagSetId: z.string(), name: z.string(), tags: z.array(z.string()) }),
  { description: 'A set of hashtags was saved under a name.' },
);
export const HashtagSetRenamed = defineEvent('HashtagSetRenamed', z.object({ name: z.string() }), {
  description: 'A set of hashtags was renamed.',
});
export const HashtagSetTagsChanged = defineEvent('HashtagSetTagsChanged', z.object({ tags: z.array(z.string()) }), {
  description: 'The hashtags of a set changed; the event has the whole list.',
});
export const HashtagSetDeleted = defineEvent('HashtagSetDeleted', z.object({}), {
  description: 'A set of hashtags was deleted.',
});

export const hashtagSetEvents = [
  HashtagSetCreated,
  HashtagSetRenamed,
  HashtagSetTagsChanged,
  HashtagSetDeleted,
] as const;
export type HashtagSetEvent = EventOf<(typeof hashtagSetEvents)[number]>;

export type HashtagSetState = Readonly<{ name: string; tags: readonly string[] }> | 'absent' | 'deleted';

export type HashtagSetCommand =
  | Readonly<{ type: 'create-hashtag-set'; hashtagSetId: string; name: string; tags: readonly string[] }>
  | Readonly<{ type: 'change-hashtag-set'; name?: string | undefined; tags?: readonly string[] | undefined }>
  | Readonly<{ type: 'delete-hashtag-set' }>;

const areSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((tag, index) => tag === other[index]);

const decide = (command: HashtagSetCommand, state: HashtagSetState): readonly HashtagSetEvent[] => {
  if (command.type === 'create-hashtag-set') {
    const { hashtagSetId, name, tags } = command;
    return state === 'absent' ? [HashtagSetCreated({ hashtagSetId, name, tags: [...tags] })] : [];
  }
  if (command.type === 'delete-hashtag-set' && state === 'deleted') return [];
  if (typeof state === 'string') throw notFound('hashtag set');
  switch (command.type) {
    case 'change-hashtag-set': {
      const { name, tags } = command;
      return [
        ...(name !== undefined && name !== state.name ? [HashtagSetRenamed({ name })] : []),
        ...(tags && !areSame(tags, state.tags) ? [HashtagSetTagsChanged({ tags: [...tags] })] : []),
      ];
    }
    case 'delete-hashtag-set':
      return [HashtagSetDeleted({})];
    default:
      return unreachable(command);
  }
};

const evolve = (state: HashtagSetState, event: HashtagSetEvent): HashtagSetState => {
  switch (event.type) {
    case 'HashtagSetCreated':
      return { name: event.data.name, tags: event.data.tags };
    case 'HashtagSetDeleted':
      return 'deleted';
    case 'HashtagSetRenamed':
    case 'HashtagSetTagsChanged':
      return typeof state === 'string' ? state : { ...state, ...event.data };
    default:
      return unreachable(event);
  }
};

/** `hashtagSet-<id>`. The reservation `hashtagSetName` keeps names unique within a workspace. */
export const hashtagSet: Decider<HashtagSetState, HashtagSetCommand, HashtagSetEvent> = {
  category: 'hashtagSet',
  initial: 'absent',
  decide,
  evolve,
};
