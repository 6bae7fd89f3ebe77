import { media } from '../../domain/media/media.ts';
import { success } from '../../read-api/contract/success.ts';
import { writeEndpoint } from '../kernel/endpoint.ts';
import { DeletionReply, deletionReply, maxWaitingNamed } from '../posts/waiting-posts.ts';
import type { MediaPorts } from './ports.ts';
import { mediaParams } from './request-fields.ts';

/** DELETE /v1/media/:id. Posts that use the file keep its id; its address stops working. */
export const deleteMedia = ({ waitingPosts }: Pick<MediaPorts, 'waitingPosts'>) =>
  writeEndpoint({
    method: 'DELETE',
    path: '/v1/media/:id',
    id: 'deleteMedia',
    summary: 'Delete a file',
    description:
      'The file is 404 immediately. The bytes of a pending upload are removed when its address has expired. ' +
      `\`waitingPosts\` names up to ${maxWaitingNamed} posts that still wait with the file, those due first in front. They fail with ` +
      'MEDIA_REJECTED when they are due, unless they get another file before. A registered file is published from its address all the same.',
    params: mediaParams,
    reply: DeletionReply,
    async run({ params: { id } }, context) {
      const { workspaceId } = context.caller;
      const { events } = await context.handle(media, id, { type: 'delete', workspaceId });
      // A registered file has no bytes here: posts go on publishing it from its address.
      const hadBytes = events.some(({ type, data }) => type === 'MediaDeleted' && data.keys.length > 0);
      // No post can attach the file any more.
      return { body: hadBytes ? await deletionReply((limit) => waitingPosts(workspaceId, id, limit)) : success };
    },
  });
