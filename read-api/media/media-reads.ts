import { sql } from 'kysely';
import { z } from 'zod';
import { Id } from '../contract/fields.ts';
import { readEndpoint, type ReadEndpoint } from '../kernel/endpoint.ts';
import { notFound } from '../../domain/kernel/refused.ts';
import { Media, presentMedia, type MediaView, type UrlOf } from '../../domain/media/media-view.ts';
import type { ReadModelTables } from '../kernel/past.ts';
import { cursorPage, cursorQuery, decodeCursor } from '../kernel/page.ts';
import { streamOf } from '../../domain/streams.ts';

const params = z.object({ id: Id });
const past = { origins: ({ id }: z.infer<typeof params>) => ({ streams: [streamOf('media', id)] }) };

const shownMedia = async (db: ReadModelTables, id: string, workspaceId: string): Promise<MediaView> => {
  const row = await db
    .selectFrom('media')
    .select('view')
    .where('id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
  if (!row) throw notFound('media');
  return row.view;
};

/** GET /v1/media/:id */
export const getMedia = (urlOf: UrlOf) =>
  readEndpoint({
    method: 'GET',
    path: '/v1/media/:id',
    id: 'getMedia',
    summary: 'One file',
    description:
      '`thumbnailUrl` is a poster frame where the machine has a video tool, null otherwise; `/v1/ready` names it.',
    params,
    reply: Media,
    reads: ['media'],
    past,
    run: async ({ params: { id } }, { caller, db }) => ({
      body: presentMedia(await shownMedia(db, id, caller.workspaceId), urlOf),
    }),
  });

/** GET /v1/media, newest first. */
export const listMedia = (urlOf: UrlOf) =>
  readEndpoint({
    method: 'GET',
    path: '/v1/media',
    id: 'listMedia',
    summary: 'The files of the workspace, newest first',
    description: 'Files that are being uploaded or checked belong to it.',
    query: z.object({
      status: z
        .string()
        .toLowerCase()
        .pipe(z.enum(['pending', 'processing', 'ready', 'failed', 'all']))
        .default('all'),
      ...cursorQuery,
    }),
    reply: z.object({ data: z.array(Media), hasMore: z.boolean(), nextCursor: z.string().nullable() }),
    reads: ['media'],
    async run({ query: { status, limit, cursor } }, { caller, db }) {
      const before = decodeCursor(z.string(), cursor);
      let wanted = db.selectFrom('media').select(['id', 'view']).where('workspace_id', '=', caller.workspaceId);
      if (status !== 'all') wanted = wanted.where('status', '=', status.toUpperCase());
      if (before !== undefined) wanted = wanted.where(sql<boolean>`id < ${before}`);
      const rows = await wanted
        .orderBy('id', 'desc')
        .limit(limit + 1)
        .execute();
      const { items, hasMore, nextCursor } = cursorPage(rows, limit, ({ id }) => id);
      return { body: { data: items.map(({ view }) => presentMedia(view, urlOf)), hasMore, nextCursor } };
    },
  });

const ValidationStatus = Media.pick({ id: true, validationStatus: true, validationResults: true }).extend({
  videoDuration: z.number().nullable().meta({ description: 'Seconds; null while unknown' }),
  videoCodec: z.string().nullable(),
  videoWidth: z.int().nullable(),
  videoHeight: z.int().nullable(),
});

/** GET /v1/media/:id/validation-status */
export const getValidationStatus = (urlOf: UrlOf) =>
  readEndpoint({
    method: 'GET',
    path: '/v1/media/:id/validation-status',
    id: 'getMediaValidationStatus',
    summary: 'How a file meets the rules of platforms',
    description:
      '`pending` while a video is not ready or a verdict is awaited; `skipped` where no platforms were named, and where ' +
      'nothing is wrong with what is known of a file that was not measured.',
    params,
    reply: ValidationStatus,
    reads: ['media'],
    past,
    async run({ params: { id } }, { caller, db }) {
      const view = presentMedia(await shownMedia(db, id, caller.workspaceId), urlOf);
      const { validationStatus, validationResults, videoDuration, videoCodec, videoWidth, videoHeight } = view;
      return {
        body: {
          id,
          validationStatus,
          validationResults,
          videoDuration: videoDuration ?? null,
          videoCodec: videoCodec ?? null,
          videoWidth: videoWidth ?? null,
          videoHeight: videoHeight ?? null,
        },
      };
    },
  });

/** The read endpoints of media. `urlOf` is `ObjectStorage.publicUrl`. */
export const mediaReads = (urlOf: UrlOf): readonly ReadEndpoint[] => [
  listMedia(urlOf),
  getMedia(urlOf),
  getValidationStatus(urlOf),
];
