import { z } from 'zod';
import { contentTypes, platforms } from '../../../domain/platforms/platform.ts';
import { inboxTools } from './inbox-tools.ts';
import { problemWithAddress, typeOfAddress } from './media-addresses.ts';
import type { RestAnswer, RestClient } from './rest-client.ts';
import { invalid, tool, type Tool } from './tool.ts';

const ids = z.array(z.string().max(64)).max(50);
const PostId = z.strictObject({ postId: z.string().min(1).max(64).describe('The post') });

const MediaUrl = z.union([
  z.string().max(2048),
  z.strictObject({ url: z.string().max(2048), contentType: z.string().max(100).describe('Its MIME type') }),
]);

const CreatePost = z.strictObject({
  content: z.string().max(100_000).describe('The text for every platform'),
  accountIds: ids.min(1).describe('The accounts it goes to (list_accounts)'),
  contentType: z.enum(contentTypes).optional(),
  mediaUrls: z
    .array(MediaUrl)
    .max(50)
    .optional()
    .describe('Public HTTPS URLs of images or videos, registered automatically; local paths cannot be reached'),
  mediaIds: ids.optional().describe('Media that is registered already'),
  scheduledFor: z.string().max(64).optional().describe('ISO 8601; without it the post stays a draft'),
  saveAsDraft: z.boolean().optional(),
  firstComment: z.string().max(2200).optional(),
  firstCommentDelay: z.int().min(0).max(3600).optional().describe('Seconds'),
  platformOverrides: z
    .record(z.string(), z.strictObject({ content: z.string() }))
    .optional()
    .describe("A platform's own text, by platform constant"),
  platformMetadata: z
    .record(z.string(), z.record(z.string(), z.unknown()))
    .optional()
    .describe(
      "A platform's own fields, by platform constant: TIKTOK needs tiktokPrivacyLevel, WHATSAPP recipientPhone; " +
        'title for YOUTUBE, PINTEREST, REDDIT',
    ),
  idempotencyKey: z.string().max(200).optional().describe('The same key never creates a second post'),
});

const plainWriter = 'You write posts for social media. Answer with the text of one post only, ready to be published.';

const GeneratePost = z.strictObject({
  prompt: z.string().min(1).max(4_000).describe('What the post is to be about'),
  topic: z.string().max(500).optional(),
  platform: z.string().max(40).optional().describe('A platform constant, whose limits the text keeps'),
  personaId: z.string().min(1).max(64).optional(),
});

/** Registers files at their addresses, in order. Returns their ids, or the first refusal. */
const registered = async (
  urls: readonly z.output<typeof MediaUrl>[],
  key: string | undefined,
  rest: RestClient,
): Promise<readonly string[] | RestAnswer> => {
  const files = urls.map((one) => (typeof one === 'string' ? { url: one, contentType: undefined } : one));
  for (const [index, { url, contentType }] of files.entries()) {
    const field = `mediaUrls.${index}`;
    const problem = problemWithAddress(url);
    if (problem !== undefined) return invalid(field, `${field}: ${problem}`);
    if (contentType === undefined && typeOfAddress(url) === undefined) {
      return invalid(field, `${field}: its end names no media type; give { url, contentType }`);
    }
  }
  const mediaIds: string[] = [];
  for (const [index, { url, contentType = typeOfAddress(url) }] of files.entries()) {
    const answer = await rest('POST', '/v1/media/register', {
      body: { url, contentType },
      ...(key === undefined ? {} : { headers: { 'idempotency-key': `${key}/media/${index}` } }),
    });
    if (answer.status !== 201) return answer;
    mediaIds.push(String(answer.body['id']));
  }
  return mediaIds;
};

export const tools: readonly Tool[] = [
  tool({
    name: 'list_accounts',
    title: 'List accounts',
    description: 'The social accounts connected to the workspace, with their ids, platforms and statuses.',
    readOnly: true,
    input: z.strictObject({
      status: z.string().max(40).optional().describe('For example ACTIVE'),
      platform: z.string().max(40).optional().describe('For example MASTODON'),
      limit: z.int().min(1).max(100).optional(),
      cursor: z.string().max(1024).optional(),
    }),
    call: (query, rest) => {
      const asked = new URLSearchParams();
      for (const [name, value] of Object.entries(query)) asked.set(name, String(value));
      return rest('GET', `/v1/accounts?${asked}`);
    },
  }),
  tool({
    name: 'validate_content',
    title: 'Validate content',
    description: 'What each platform would make of a text and its media: errors that block, warnings that advise.',
    readOnly: true,
    input: z.strictObject({
      content: z.string().max(100_000),
      platforms: z.array(z.string().max(40)).min(1).max(platforms.length).describe('Platform constants'),
      mediaIds: ids.optional(),
    }),
    call: (body, rest) => rest('POST', '/v1/posts/validate', { body }),
  }),
  tool({
    name: 'create_post',
    title: 'Create a post',
    description: 'Creates a post as a draft, or schedules it when scheduledFor is given.',
    readOnly: false,
    input: CreatePost,
    call: async ({ mediaUrls = [], mediaIds = [], idempotencyKey: key, ...body }, rest) => {
      const added = await registered(mediaUrls, key, rest);
      if ('status' in added) return added;
      const all = [...mediaIds, ...added];
      return rest('POST', '/v1/posts', {
        body: { ...body, ...(all.length > 0 ? { mediaIds: all } : {}) },
        ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
      });
    },
  }),
  tool({
    name: 'get_post',
    title: 'Get a post',
    description: 'A post with its status and what became of it on each platform.',
    readOnly: true,
    input: PostId,
    call: ({ postId }, rest) => rest('GET', `/v1/posts/${encodeURIComponent(postId)}`),
  }),
  tool({
    name: 'retry_post',
    title: 'Retry a post',
    description: 'Queues the platforms a post has failed on again; never those it was published on.',
    readOnly: false,
    input: PostId,
    call: ({ postId }, rest) => rest('POST', `/v1/posts/${encodeURIComponent(postId)}/retry`),
  }),
  tool({
    name: 'list_approvals',
    title: 'List approvals',
    description: 'The posts that wait for an approval, with the step that each one waits for.',
    readOnly: true,
    input: z.strictObject({ page: z.int().min(1).optional(), limit: z.int().min(1).max(100).optional() }),
    call: (query, rest) => {
      const asked = new URLSearchParams();
      for (const [name, value] of Object.entries(query)) asked.set(name, String(value));
      return rest('GET', `/v1/approval-queue/items?${asked}`);
    },
  }),
  tool({
    name: 'approve',
    title: 'Approve a post',
    description:
      'Approves the step that a post waits for; only an approver of that step may. The key needs the right to approve ' +
      '(canApprove), and acts as its creator.',
    readOnly: false,
    input: PostId.extend({ comment: z.string().max(2000).optional() }),
    call: ({ postId, ...body }, rest) => rest('POST', `/v1/posts/${encodeURIComponent(postId)}/approve`, { body }),
  }),
  tool({
    name: 'reject',
    title: 'Reject a post',
    description:
      'Rejects a post that waits for an approval, which makes it a draft again. The comment gives the reason. The key ' +
      'needs the right to approve.',
    readOnly: false,
    input: PostId.extend({ comment: z.string().min(1).max(2000) }),
    call: ({ postId, ...body }, rest) => rest('POST', `/v1/posts/${encodeURIComponent(postId)}/reject`, { body }),
  }),
  ...inboxTools,
  tool({
    name: 'generate_post',
    title: 'Generate a post',
    description:
      'Writes the text of one post and stores nothing; create_post stores it. Costs an AI credit. With personaId the ' +
      'text has the voice of that persona.',
    readOnly: false,
    input: GeneratePost,
    call: async ({ personaId, prompt, ...body }, rest) => {
      if (personaId === undefined)
        return rest('POST', '/v1/ai/generate-post-content', {
          body: { ...body, systemPrompt: plainWriter, userPrompt: prompt },
        });
      const { platform } = body;
      const assembled = await rest('POST', `/v1/personas/${encodeURIComponent(personaId)}/runtime/assemble`, {
        body: { ideaInput: prompt, ...(platform === undefined ? {} : { platform }) },
      });
      if (assembled.status !== 200) return assembled;
      const { systemPrompt, userPrompt } = assembled.body;
      return rest('POST', '/v1/ai/generate-post-content', { body: { ...body, systemPrompt, userPrompt } });
    },
  }),
  tool({
    name: 'suggest_time',
    title: 'Suggest a time',
    description: 'When to post with an account in the next seven days, with the reason and up to three alternatives.',
    readOnly: true,
    input: z.strictObject({ accountId: z.string().min(1).max(64).describe('The account (list_accounts)') }),
    call: ({ accountId }, rest) => rest('GET', `/v1/ai/suggest-time/${encodeURIComponent(accountId)}`),
  }),
  tool({
    name: 'get_analytics',
    title: 'Get analytics',
    description:
      'The figures of a post with postId, of an account with accountId, of a range of days with from or to; without ' +
      'any of them the last 30 days of the workspace against the 30 days before.',
    readOnly: true,
    input: z.strictObject({
      postId: z.string().min(1).max(64).optional(),
      accountId: z.string().min(1).max(64).optional(),
      from: z.string().max(64).optional().describe('ISO 8601'),
      to: z.string().max(64).optional().describe('ISO 8601'),
    }),
    call: ({ postId, accountId, ...range }, rest) => {
      if (postId !== undefined) return rest('GET', `/v1/analytics/posts/${encodeURIComponent(postId)}`);
      const days = Object.entries(range).filter((each): each is [string, string] => each[1] !== undefined);
      const query = days.length === 0 ? '' : `?${new URLSearchParams(days)}`;
      if (accountId !== undefined)
        return rest('GET', `/v1/analytics/accounts/${encodeURIComponent(accountId)}${query}`);
      return rest('GET', query === '' ? '/v1/analytics/overview' : `/v1/analytics/aggregate${query}`);
    },
  }),
];
