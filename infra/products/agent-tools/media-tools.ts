import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { at, Id, IdempotencyKey, keyed } from './fields.ts';
import { MediaResult } from './results.ts';
import type { RestAnswer, RestClient, Service } from './rest-client.ts';
import { invalid, tool, type Tool } from './tool.ts';

/** The most bytes of a file that comes inside of a call. A larger one is copied from its address. */
export const maxInlineBytes = 4 * 1024 * 1024;

const UploadHeaders = z.record(z.string(), z.string());

const pauseMs = 500;
const longestWaitMs = 30_000;

/** The file once it is READY or FAILED, or as it is when the wait ends. */
const settled = async (mediaId: string, rest: RestClient): Promise<RestAnswer> => {
  const end = performance.now() + longestWaitMs;
  for (;;) {
    const answer = await rest('GET', at('/v1/media', mediaId));
    const isUnderWay = answer.status === 200 && ['PENDING', 'PROCESSING'].includes(String(answer.body['status']));
    if (!isUnderWay || performance.now() > end) return answer;
    await pause(pauseMs);
  }
};

type Inline = Readonly<{
  base64: string;
  filename?: string | undefined;
  contentType?: string | undefined;
  altText?: string | undefined;
}>;

const uploaded = async (
  { base64, filename, contentType, altText }: Inline,
  key: string | undefined,
  { rest, putFile }: Service,
): Promise<RestAnswer> => {
  if (filename === undefined || contentType === undefined)
    return invalid('base64', 'base64: give filename and contentType with it');
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length === 0 || bytes.length > maxInlineBytes)
    return invalid('base64', `base64: must be a file of 1 to ${maxInlineBytes} bytes; give the url of a larger one`);
  const body = { filename, contentType, sizeBytes: bytes.length, ...(altText === undefined ? {} : { altText }) };
  const place = await rest('POST', '/v1/media/upload', { body, ...keyed(key) });
  if (place.status !== 201) return place;
  const { mediaId, uploadUrl, uploadHeaders } = place.body;
  const put = await putFile(String(uploadUrl), UploadHeaders.parse(uploadHeaders), bytes);
  return put.status >= 400 ? put : settled(String(mediaId), rest);
};

/** The tools of files. */
export const mediaTools: readonly Tool[] = [
  tool({
    name: 'upload_media',
    title: 'Upload a file',
    description:
      'Stores an image or video: copied from a public HTTPS url, or from base64 with filename and contentType, up to ' +
      '4 MiB. The id of the answer goes into mediaIds of create_post once the status is READY.',
    effect: 'adds',
    calls: ['POST /v1/media/upload'],
    input: {
      url: z.string().max(2048).optional().describe('A public HTTPS URL; local paths cannot be reached'),
      base64: z.base64().optional(),
      filename: z.string().min(1).max(255).optional(),
      contentType: z.string().max(100).optional().describe('For example image/jpeg'),
      altText: z.string().max(1000).optional().describe('What can be seen, for people who cannot see it'),
      idempotencyKey: IdempotencyKey,
    },
    output: MediaResult,
    call: async ({ url, base64, idempotencyKey: key, ...about }, service) => {
      if ((url === undefined) === (base64 === undefined))
        return invalid('url', 'url: give the url of the file or base64, and not both');
      if (base64 !== undefined) return uploaded({ base64, ...about }, key, service);
      const copied = await service.rest('POST', '/v1/media/import', { body: { url, ...about }, ...keyed(key) });
      return copied.status === 201 ? settled(String(copied.body['id']), service.rest) : copied;
    },
  }),
  tool({
    name: 'get_media',
    title: 'Get a file',
    description: 'A file and whether it can be posted: its status must be READY.',
    effect: 'reads',
    calls: ['GET /v1/media/:id'],
    input: { mediaId: Id.describe('The file (upload_media)') },
    output: MediaResult,
    call: ({ mediaId }, { rest }) => rest('GET', at('/v1/media', mediaId)),
  }),
];
