import { z } from 'zod';
import { AccountId, at, Cursor, Id, IdempotencyKey, keyed, Limit, PlatformName, Time, withQuery } from './fields.ts';
import { CommentsResult, ContactsResult, WholeResult } from './results.ts';
import { tool, type Tool } from './tool.ts';

/** The tools of the inbox: comments, replies and contacts. */
export const inboxTools: readonly Tool[] = [
  tool({
    name: 'list_comments',
    title: 'List comments',
    description:
      'Comments of other people on posts, the newest first, with their ids and whether they are answered. With an ' +
      'API key give accountId; the comments of all accounts need a person.',
    effect: 'reads',
    calls: ['GET /v1/accounts/:id/comments', 'GET /v1/inbox/comments'],
    input: {
      accountId: AccountId.optional(),
      platform: PlatformName.optional(),
      since: Time.optional().describe('ISO 8601: written at this time or later'),
      replied: z.boolean().optional().describe('false: only comments without an answer'),
      limit: Limit,
      cursor: Cursor,
    },
    output: CommentsResult,
    call: ({ accountId, platform, ...query }, { rest }) =>
      accountId === undefined
        ? rest('GET', withQuery('/v1/inbox/comments', { platform, ...query }))
        : rest('GET', withQuery(at('/v1/accounts', accountId, '/comments'), query)),
  }),
  tool({
    name: 'reply_to_comment',
    title: 'Reply to a comment',
    description: 'Publishes a reply to a comment on its platform, in the name of a person; an API key cannot.',
    effect: 'publishes',
    calls: ['POST /v1/inbox/comments/:id/reply'],
    input: {
      commentId: Id.describe('The comment (list_comments)'),
      content: z.string().min(1).max(10_000),
      idempotencyKey: IdempotencyKey,
    },
    output: WholeResult,
    call: ({ commentId, content, idempotencyKey: key }, { rest }) =>
      rest('POST', at('/v1/inbox/comments', commentId, '/reply'), { body: { content }, ...keyed(key) }),
  }),
  tool({
    name: 'list_contacts',
    title: 'List contacts',
    description: 'The people whom the workspace knows on its platforms, the newest first.',
    effect: 'reads',
    calls: ['GET /v1/contacts'],
    input: {
      search: z.string().max(255).optional().describe('Beginnings of words of the display name or the username'),
      platform: PlatformName.optional(),
      tags: z.array(z.string().max(100)).max(20).optional().describe('A contact must have all of them'),
      page: z.int().min(1).max(10_000).optional(),
      limit: Limit,
    },
    output: ContactsResult,
    call: ({ tags, ...query }, { rest }) => rest('GET', withQuery('/v1/contacts', { ...query, tags: tags?.join(',') })),
  }),
];
