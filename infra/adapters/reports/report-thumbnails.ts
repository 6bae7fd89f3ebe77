import { sql, type Kysely } from 'kysely';
import { maxBytesOf } from '../../../domain/media/media-types.ts';
import type { MediaView } from '../../../domain/media/media-view.ts';
import type { ObjectStorage } from '../../../domain/media/object-storage.ts';
import type { ReadModels } from '../../../projections/database.ts';
import type { ReportPorts } from '../../../read-api/reports/report.ts';
import { collect } from '../media/collect.ts';
import type { FileReader } from '../media/reader/file-reader.ts';

type Parts = Readonly<{
  db: Kysely<ReadModels>;
  storage: Pick<ObjectStorage, 'open'>;
  reader: Pick<FileReader, 'thumbnail'>;
  /** How long all thumbnails of a report may take together; those that are not ready are left out. */
  patienceMs?: number;
}>;

/** More files than ten posts attach; the rest is not looked at. */
const maxFiles = 500;
const maxThumbnailBytes = 32 * 1024;

/** The key of a stored picture: the image itself, or the poster of a video. */
const pictureOf = ({ status, at, file, posterKey }: MediaView): string | undefined => {
  if (status !== 'READY') return undefined;
  if (posterKey !== null) return posterKey;
  return 'key' in at && file.contentType.startsWith('image/') ? at.key : undefined;
};

/**
 * Shrinks the first picture of each post, one after the other. A picture that is away, broken or
 * late is left out, because the report is useful without it. Files at other addresses are not
 * fetched.
 */
export const reportThumbnails =
  ({ db, storage, reader, patienceMs = 5_000 }: Parts): ReportPorts['thumbnailsOf'] =>
  async (filesByPost, workspaceId) => {
    const thumbnails = new Map<string, Uint8Array>();
    const ids = [...new Set([...filesByPost.values()].flat())].slice(0, maxFiles);
    if (ids.length === 0) return thumbnails;
    const rows = await db
      .selectFrom('media')
      .select(['id', 'view'])
      .where('workspace_id', '=', workspaceId)
      .where(sql<boolean>`id = any(${ids})`)
      .limit(maxFiles)
      .execute();
    const pictures = new Map(rows.map(({ id, view }) => [id, pictureOf(view)]));

    const deadline = AbortSignal.timeout(patienceMs);
    const late = new Promise<undefined>((resolve) => {
      deadline.addEventListener('abort', () => resolve(undefined), { once: true });
    });
    const shrunk = async (key: string): Promise<Uint8Array> => {
      const picture = await collect(await storage.open(key), maxBytesOf('image'));
      deadline.throwIfAborted();
      return reader.thumbnail(picture, workspaceId, deadline);
    };
    for (const [postId, mediaIds] of filesByPost) {
      if (deadline.aborted) break;
      const key = mediaIds.map((id) => pictures.get(id)).find((picture) => picture !== undefined);
      if (key === undefined) continue;
      const thumbnail = await Promise.race([shrunk(key).catch(() => undefined), late]);
      if (thumbnail && thumbnail.length <= maxThumbnailBytes) thumbnails.set(postId, thumbnail);
    }
    return thumbnails;
  };
