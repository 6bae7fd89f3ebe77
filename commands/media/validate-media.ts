import { z } from 'zod';
import { media } from '../../domain/media/media.ts';
import { writeEndpoint } from '../kernel/endpoint.ts';
import { mediaParams, platformsIn, TargetPlatforms } from './request-fields.ts';

/**
 * POST /v1/media/:id/validate: checks a file against platforms' rules, immediately when it is
 * ready, else as soon as it becomes ready.
 */
export const validateMedia = () =>
  writeEndpoint({
    method: 'POST',
    path: '/v1/media/:id/validate',
    id: 'validateMedia',
    summary: 'Check a file against the rules of platforms',
    description:
      'The verdict is part of the answer where the file is READY; otherwise it follows with READY. Until ' +
      'then `validationStatus` is pending. What is not known of a file is not checked: each platform has a warning ' +
      'for it in `validationResults`, and `validationStatus` is skipped instead of passed.',
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
