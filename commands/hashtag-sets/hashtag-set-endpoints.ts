import { z } from 'zod';
import { comparableName } from '../../domain/hashtag-sets/hashtag-set-name.ts';
import { hashtagSetView } from '../../domain/hashtag-sets/hashtag-set-view.ts';
import { hashtagSet, type HashtagSetEvent } from '../../domain/hashtag-sets/hashtag-set.ts';
import { Tags } from '../../domain/hashtag-sets/tags.ts';
import { foldView } from '../../domain/kernel/decider.ts';
import type { Recorded } from '../../domain/kernel/event.ts';
import { notFound } from '../../domain/kernel/refused.ts';
import { Id, NameOf } from '../../read-api/contract/fields.ts';
import { HashtagSetReply } from '../../read-api/contract/hashtag-set.ts';
import { writeEndpoint, type WriteContext, type WriteEndpoint } from '../kernel/endpoint.ts';
import { releaseSetName, reserveSetName } from './reserve-set-name.ts';

const params = z.object({ id: Id });
const Name = NameOf(100);
const Message = z.object({ message: z.string() });
const Changed = Message.extend({ data: HashtagSetReply });

const viewAfter = (events: readonly Recorded<HashtagSetEvent>[]) => {
  const view = foldView(hashtagSetView, events);
  if (!view) throw notFound('hashtag set');
  return { ...view, tags: [...view.tags] };
};

/** The set, read from the log; of another workspace it does not exist. */
const loadSet = async (id: string, context: WriteContext) => {
  const state = (await context.load(hashtagSet, id))?.state;
  if (state === undefined || typeof state === 'string') throw notFound('hashtag set');
  return state;
};

const createHashtagSet = writeEndpoint({
  method: 'POST',
  path: '/v1/hashtag-sets',
  id: 'createHashtagSet',
  summary: 'Save hashtags under a name',
  description:
    'A name is unique within the workspace, in any casing. Tags are stored without `#`, trimmed, in lower ' +
    'case and each once, in the order given.',
  body: z.object({ name: Name, tags: Tags }),
  reply: Changed,
  status: 201,
  errors: ['VALIDATION_ERROR', 'FORBIDDEN'],
  async run({ body: { name, tags } }, context) {
    const hashtagSetId = context.newId('hashtag-set');
    await reserveSetName({ name, hashtagSetId }, context);
    const { events } = await context.handle(
      hashtagSet,
      hashtagSetId,
      { type: 'create-hashtag-set', hashtagSetId, name, tags },
      { step: 'create-hashtag-set', fresh: true },
    );
    return { status: 201, body: { data: viewAfter(events), message: 'Hashtag set created' } };
  },
});

const changeHashtagSet = writeEndpoint({
  method: 'PATCH',
  path: '/v1/hashtag-sets/:id',
  id: 'changeHashtagSet',
  summary: 'Rename a hashtag set or replace its tags',
  description: '`tags` replaces the whole list. A field that is left out does not change.',
  params,
  body: z.object({ name: Name, tags: Tags }).partial(),
  reply: Changed,
  errors: ['VALIDATION_ERROR', 'FORBIDDEN', 'NOT_FOUND'],
  async run({ params: { id: hashtagSetId }, body: { name, tags } }, context) {
    const before = await loadSet(hashtagSetId, context);
    const isMoved = name !== undefined && comparableName(name) !== comparableName(before.name);
    if (isMoved) await reserveSetName({ name, hashtagSetId }, context);
    const command = { type: 'change-hashtag-set', name, tags } as const;
    const { events } = await context.handle(hashtagSet, hashtagSetId, command, { step: 'change-hashtag-set' });
    if (isMoved) await releaseSetName({ name: before.name, hashtagSetId }, context);
    return { body: { data: viewAfter(events), message: 'Hashtag set updated' } };
  },
});

const deleteHashtagSet = writeEndpoint({
  method: 'DELETE',
  path: '/v1/hashtag-sets/:id',
  id: 'deleteHashtagSet',
  summary: 'Delete a hashtag set',
  description: 'Its name is free again.',
  params,
  reply: Message,
  errors: ['FORBIDDEN', 'NOT_FOUND'],
  async run({ params: { id: hashtagSetId } }, context) {
    const { name } = await loadSet(hashtagSetId, context);
    await context.handle(hashtagSet, hashtagSetId, { type: 'delete-hashtag-set' }, { step: 'delete-hashtag-set' });
    await releaseSetName({ name, hashtagSetId }, context);
    return { body: { message: 'Hashtag set deleted' } };
  },
});

/** The write endpoints of hashtag sets. */
export const hashtagSetEndpoints: readonly WriteEndpoint[] = [createHashtagSet, changeHashtagSet, deleteHashtagSet];
