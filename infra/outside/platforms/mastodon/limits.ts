import { z } from 'zod';
import { textLength } from '../../../../domain/content/text-counts.ts';
import { PlatformError } from '../../../../domain/platforms/platform-error.ts';
import type { MediaFile, RunContext, ThreadItem } from '../../../../domain/platforms/publisher.ts';
import { shaped } from '../shape.ts';
import type { MastodonApi } from './api.ts';

const count = z.number().int().positive().optional().catch(undefined);

/**
 * Mastodon docs: Instance, `configuration`. Every instance sets its own limits; a missing limit is
 * not checked.
 */
const Instance = z.object({
  configuration: z.object({
    statuses: z.object({ max_characters: count, max_media_attachments: count }).default({}),
    media_attachments: z
      .object({
        supported_mime_types: z.array(z.string()).optional().catch(undefined),
        image_size_limit: count,
        video_size_limit: count,
        description_limit: count,
      })
      .default({}),
  }),
});
export type InstanceLimits = z.infer<typeof Instance>['configuration'];

/** How long an instance's limits are cached; instances raise them from time to time. */
const heldMs = 3600_000;
/** People name instances: the cache is bounded. */
const maxCachedLimits = 500;

export type LimitsOf = (context: RunContext) => Promise<InstanceLimits | undefined>;

/**
 * The limits of an instance, fetched once an hour. Undefined where it has none: then its own
 * refusals decide.
 */
export const instanceLimits = (api: MastodonApi): LimitsOf => {
  const held = new Map<string, Readonly<{ limits: InstanceLimits; until: number }>>();
  return async (context) => {
    const instance = context.account.instanceUrl ?? '';
    const known = held.get(instance);
    const now = context.now().getTime();
    if (known && known.until > now) return known.limits;
    try {
      const reply = await api({ method: 'GET', path: '/api/v2/instance', effect: 'read' }, context);
      const limits = shaped(Instance, reply, 'read').configuration;
      held.delete(instance);
      held.set(instance, { limits, until: now + heldMs });
      const [oldest] = held.keys();
      if (held.size > maxCachedLimits && oldest !== undefined) held.delete(oldest);
      return limits;
    } catch (error) {
      if (error instanceof PlatformError) return undefined;
      throw error;
    }
  };
};

const refused = (code: 'CONTENT_TOO_LONG' | 'MEDIA_REJECTED', message: string): PlatformError =>
  new PlatformError('refused', code, message, { platformCode: 'instance-limits' });

const requireFile = (file: MediaFile, { media_attachments: media }: InstanceLimits): void => {
  const { contentType, sizeBytes } = file;
  if (media.supported_mime_types && !media.supported_mime_types.includes(contentType))
    throw refused('MEDIA_REJECTED', `The account's instance takes no ${contentType}`);
  const isStill = contentType.startsWith('image/') && contentType !== 'image/gif';
  const most = isStill ? media.image_size_limit : media.video_size_limit;
  if (most !== undefined && sizeBytes > most)
    throw refused('MEDIA_REJECTED', `The account's instance takes such a file up to ${most} bytes, not ${sizeBytes}`);
};

/**
 * Refuses a post that the instance would refuse, before anything is uploaded. A content warning
 * counts as part of the text.
 */
export const requireWithin = (limits: InstanceLimits, items: readonly ThreadItem[], spoilerText = ''): void => {
  const { max_characters: longest, max_media_attachments: most } = limits.statuses;
  for (const { text, media } of items) {
    const length = textLength(text, 'mastodon') + textLength(spoilerText, 'mastodon');
    if (longest !== undefined && length > longest)
      throw refused('CONTENT_TOO_LONG', `The account's instance takes ${longest} characters, not ${length}`);
    if (most !== undefined && media.length > most)
      throw refused('MEDIA_REJECTED', `The account's instance takes ${most} files a post, not ${media.length}`);
    for (const file of media) requireFile(file, limits);
  }
};
