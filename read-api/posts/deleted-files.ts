import { attachedFiles } from '../../domain/posts/attached-files.ts';
import { waitingStatuses } from '../../domain/posts/values.ts';
import type { PostView } from '../../domain/posts/view.ts';
import type { ReadModelTables } from '../kernel/past.ts';

type Warning = Readonly<{ code: 'MEDIA_DELETED'; message: string }>;

/** What a waiting post cannot be published with: files that were deleted since they were attached. */
export const deletedFiles = async (
  { post, workspaceId }: PostView,
  db: ReadModelTables,
): Promise<readonly Warning[]> => {
  const attached = new Map(attachedFiles(post).map(({ id, filename }) => [id, filename]));
  if (attached.size === 0 || !waitingStatuses.some((status) => status === post.status)) return [];
  const deleted = await db
    .selectFrom('deleted_media')
    .select('id')
    .where('id', 'in', [...attached.keys()])
    .where('workspace_id', '=', workspaceId)
    .execute();
  return deleted.map(({ id }) => ({
    code: 'MEDIA_DELETED' as const,
    message: `The file ${attached.get(id) ?? ''} (${id}) was deleted: the post fails when it is due, unless it gets another file`,
  }));
};
