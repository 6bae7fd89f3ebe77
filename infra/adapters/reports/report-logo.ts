import type { Kysely } from 'kysely';
import type { ObjectStorage } from '../../../domain/media/object-storage.ts';
import type { ReadModels } from '../../../projections/database.ts';
import type { ReportPorts } from '../../../read-api/reports/report.ts';

type Parts = Readonly<{ db: Kysely<ReadModels>; storage: Pick<ObjectStorage, 'open'> }>;

const maxLogoBytes = 2 * 1024 * 1024;

/** A PDF shows JPEG and PNG: the first bytes decide, not the announced type. */
const isShown = (bytes: Uint8Array): boolean =>
  (bytes[0] === 0xff && bytes[1] === 0xd8) ||
  Buffer.from(bytes.subarray(0, 4)).equals(Buffer.from('\x89PNG', 'latin1'));

/** The bytes of a ready picture of the workspace. Files at other addresses are not fetched. */
export const reportLogo =
  ({ db, storage }: Parts): ReportPorts['logoOf'] =>
  async (mediaId, workspaceId) => {
    const row = await db
      .selectFrom('media')
      .select('view')
      .where('id', '=', mediaId)
      .where('workspace_id', '=', workspaceId)
      .executeTakeFirst();
    if (row?.view.status !== 'READY' || !('key' in row.view.at)) return undefined;
    const pieces: Uint8Array[] = [];
    let size = 0;
    for await (const piece of await storage.open(row.view.at.key)) {
      size += piece.length;
      if (size > maxLogoBytes) return undefined;
      pieces.push(piece);
    }
    const bytes = Buffer.concat(pieces);
    return isShown(bytes) ? bytes : undefined;
  };
