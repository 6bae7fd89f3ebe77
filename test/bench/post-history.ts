import { randomUUID } from 'node:crypto';
import { idFrom } from '../../commands/kernel/deterministic-ids.ts';
import { PostCreated, PostEdited, PostScheduled } from '../../domain/posts/post-events.ts';

/** How many events each history has. */
export const perPost = 5;

const at = (milliseconds: number): string => new Date(Date.parse('2026-01-01T00:00:00Z') + milliseconds).toISOString();

/** The stream of the n-th post, a second after the one before it, and everything that happened to it, a minute apart, ready to append. */
export const postHistory = (index: number) => {
  const postId = idFrom(Date.parse('2026-01-01T00:00:00Z') + index, `bench/${index}`);
  const workspaceId = idFrom(0, `workspace/${index % 50}`);
  const meta = {
    workspaceId,
    mode: 'test',
    actor: { kind: 'system', id: 'bench' },
    $correlationId: postId,
    $causationId: postId,
  } as const;
  const destination = {
    postPlatformId: idFrom(0, `d/${index}`),
    platform: 'TWITTER',
    accountId: idFrom(0, 'a'),
  } as const;
  const created = PostCreated({
    postId,
    content: `Post ${index} about nothing in particular`,
    contentType: 'TEXT',
    media: [],
    overrides: {},
    threadItems: [],
    firstComment: null,
    firstCommentDelay: 0,
    personaId: null,
    platformMetadata: {},
    metadata: {},
    destinations: [destination],
    scheduledFor: null,
    createdById: null,
  });
  const edits = Array.from({ length: perPost - 2 }, (_, n) =>
    PostEdited({ changes: { content: `Edit ${n} of ${index}` } }),
  );
  const all = [created, ...edits, PostScheduled({ scheduledFor: '2027-01-01T00:00:00.000Z' })];
  return {
    stream: `post-${postId}`,
    all: all.map((event, n) => ({
      ...event,
      id: randomUUID(),
      meta: { ...meta, occurredAt: at(index * 1_000 + n * 60_000) },
    })),
  };
};
