import { z } from 'zod';
import { media } from '../../domain/media/media.ts';
import { writeEndpoint } from '../kernel/endpoint.ts';
import { mediaParams, platformsIn, TargetPlatforms } from './request-fields.ts';

/** POST /v1/media/:id/validate: holds a file against platforms' rules, at once when it is ready, else as soon as it is. */
export const validateMedia = () =>
  writeEndpoint({
    method: 'POST',
    path: '/v1/media/:id/validate',
    id: 'validateMedia',
    summary: 'Hold a file against the rules of platforms',
    params: mediaParams,
    body: z.object({ targetPlatforms: TargetPlatforms }),
    reply: z.object({ queued: z.boolean(), jobId: z.string() }),
    status: 202,
    errors: ['VALIDATION_ERROR', 'CONFLICT'],
    idempotent: true,
    async run({ params: { id }, body }, context) {
      const jobId = context.newId('job');
      const targetPlatforms = platformsIn(body.targetPlatforms);
      await context.handle(media, id, { type: 'request-validation', jobId, targetPlatforms });
      return { body: { queued: true, jobId } };
    },
  });

/** DELETE /v1/media/:id. Posts that use the file keep its id; its address stops working. */
export const deleteMedia = () =>
  writeEndpoint({
    method: 'DELETE',
    path: '/v1/media/:id',
    id: 'deleteMedia',
    summary: 'Delete a file',
    params: mediaParams,
    reply: z.object({ success: z.literal(true) }),
    async run({ params: { id } }, context) {
      await context.handle(media, id, { type: 'delete', workspaceId: context.caller.workspaceId });
      return { body: { success: true } };
    },
  });
