import { z } from 'zod';
import { tool, type Tool } from './tool.ts';

const Platform = z.string().max(40).optional().describe('For example FACEBOOK');
const Limit = z.int().min(1).max(100).optional();

/** The given fields as a query string. */
const queryOf = (fields: Readonly<Record<string, unknown>>): string => {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) query.set(name, String(value));
  return query.toString();
};

/** The tools of the inbox: comments, replies and contacts. */
export const inboxTools: readonly Tool[] = [
  tool({
    name: 'list_comments',
    title: 'List comments',
    description:
      'Comments of other people on posts, the newest first, with their ids and whether they are answered. With an ' +
      'API key give accountId; the comments of all accounts need the session of a person.',
    readOnly: true,
    input: z.strictObject({
      accountId: z.string().min(1).max(64).optional().describe('An account (list_accounts)'),
      platform: Platform,
      since: z.string().max(64).optional().describe('ISO 8601: written at this time or later'),
      replied: z.boolean().optional().describe('false: only comments without an answer'),
      limit: Limit,
      cursor: z.string().max(1024).optional().describe('nextCursor of the previous page'),
    }),
    call: ({ accountId, platform, ...query }, rest) =>
      accountId === undefined
        ? rest('GET', `/v1/inbox/comments?${queryOf({ platform, ...query })}`)
        : rest('GET', `/v1/accounts/${encodeURIComponent(accountId)}/comments?${queryOf(query)}`),
  }),
  tool({
    name: 'reply_to_comment',
    title: 'Reply to a comment',
    description: 'Publishes a reply to a comment on its platform. It needs the session of a person.',
    readOnly: false,
    input: z.strictObject({
      commentId: z.string().min(1).max(64).describe('The comment (list_comments)'),
      content: z.string().min(1).max(10_000),
      idempotencyKey: z.string().max(200).optional().describe('The same key never sends a second reply'),
    }),
    call: ({ commentId, content, idempotencyKey: key }, rest) =>
      rest('POST', `/v1/inbox/comments/${encodeURIComponent(commentId)}/reply`, {
        body: { content },
        ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
      }),
  }),
  tool({
    name: 'list_contacts',
    title: 'List contacts',
    description: 'The people whom the workspace knows on its platforms, the newest first.',
    readOnly: true,
    input: z.strictObject({
      search: z.string().max(255).optional().describe('Beginnings of words of the display name or the username'),
      platform: Platform,
      tags: z.array(z.string().max(100)).max(20).optional().describe('A contact must have all of them'),
      page: z.int().min(1).max(10_000).optional(),
      limit: Limit,
    }),
    call: ({ tags, ...query }, rest) => rest('GET', `/v1/contacts?${queryOf({ ...query, tags: tags?.join(',') })}`),
  }),
];
