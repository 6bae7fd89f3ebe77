import { media } from '../../domain/media/media.ts';
import { success, Success } from '../../read-api/contract/success.ts';
import { writeEndpoint } from '../kernel/endpoint.ts';
import { mediaParams } from './request-fields.ts';

/** DELETE /v1/media/:id. Posts that use the file keep its id; its address stops working. */
export const deleteMedia = () =>
  writeEndpoint({
    method: 'DELETE',
    path: '/v1/media/:id',
    id: 'deleteMedia',
    summary: 'Delete a file',
    description: 'The file is 404 immediately. The bytes of a pending upload are removed when its address has expired.',
    params: mediaParams,
    reply: Success,
    async run({ params: { id } }, context) {
      await context.handle(media, id, { type: 'delete', workspaceId: context.caller.workspaceId });
      return { body: success };
    },
  });
