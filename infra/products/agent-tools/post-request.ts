import { z } from 'zod';
import { contentTypes } from '../../../domain/platforms/platform.ts';
import { AccountId, Id, keyed, Time } from './fields.ts';
import { problemWithAddress, typeOfAddress } from './media-addresses.ts';
import type { RestAnswer, RestClient } from './rest-client.ts';
import { invalid } from './tool.ts';

const MediaUrl = z.union([
  z.string().max(2048),
  z.strictObject({ url: z.string().max(2048), contentType: z.string().max(100).describe('Its MIME type') }),
]);

/** What a post consists of, for a new one and for a change of one. */
export const postInput = {
  content: z.string().max(100_000).describe('The text for every platform'),
  accountIds: z.array(AccountId).min(1).max(50).describe('The accounts it goes to (list_accounts)'),
  contentType: z.enum(contentTypes).optional(),
  mediaUrls: z
    .array(MediaUrl)
    .max(50)
    .optional()
    .describe('Public HTTPS URLs of images or videos, registered automatically; local paths cannot be reached'),
  mediaIds: z.array(Id).max(50).optional().describe('Media that is registered already (upload_media)'),
  scheduledFor: Time.optional().describe('ISO 8601; without it the post stays a draft'),
  queue: z.boolean().optional().describe('true: at the next free slot of the queue (get_queue)'),
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
} as const;

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
      ...keyed(key === undefined ? undefined : `${key}/media/${index}`),
    });
    if (answer.status !== 201) return answer;
    mediaIds.push(String(answer.body['id']));
  }
  return mediaIds;
};

type WithMedia = Readonly<{
  mediaUrls?: readonly z.output<typeof MediaUrl>[] | undefined;
  mediaIds?: readonly string[] | undefined;
}>;

/** A request with the ids of all its files. */
export const withMedia = async <Request extends WithMedia>(
  { mediaUrls = [], mediaIds = [], ...body }: Request,
  key: string | undefined,
  rest: RestClient,
): Promise<Readonly<{ body: object }> | RestAnswer> => {
  const added = await registered(mediaUrls, key, rest);
  if ('status' in added) return added;
  const all = [...mediaIds, ...added];
  return { body: { ...body, ...(all.length > 0 ? { mediaIds: all } : {}) } };
};
