import type { ProcessMedia } from '../../../domain/media/processing.ts';
import type { Community } from '../../../domain/platforms/community.ts';
import type { Platform } from '../../../domain/platforms/platform.ts';
import { PlatformError } from '../../../domain/platforms/platform-error.ts';
import type { Publisher } from '../../../domain/platforms/publisher.ts';
import { categoryOf, isSupportedType } from '../../../domain/media/media-types.ts';
import type { OutboundRequest, OutboundResult } from '../../outside/http/safe-fetch.ts';
import type { Metrics } from '../../telemetry/metrics.ts';

type PlatformCalls = Pick<Metrics, 'platformCalls'>;

/**
 * Times calls to one platform, by operation and by how they ended: `ok`, or the kind of the
 * platform's failure.
 */
export const timedCalls =
  (platform: Platform, { platformCalls }: PlatformCalls) =>
  async <T>(operation: string, call: () => Promise<T>): Promise<T> => {
    const ended = platformCalls.startTimer({ platform, operation });
    try {
      const result = await call();
      ended({ outcome: 'ok' });
      return result;
    } catch (error) {
      ended({ outcome: error instanceof PlatformError ? error.kind : 'fault' });
      throw error;
    }
  };

/** A publisher whose calls are timed. */
export const measuredPublisher = (publisher: Publisher, metrics: PlatformCalls): Publisher => {
  const { platform } = publisher;
  const timed = timedCalls(platform, metrics);
  return {
    platform,
    commentSupport: (account) => publisher.commentSupport(account),
    publish: (rendered, run) => timed('publish', () => publisher.publish(rendered, run)),
    comment: (target, text, run) => timed('comment', () => publisher.comment(target, text, run)),
    find: (look, context) => timed('find', () => publisher.find(look, context)),
    unpublish: (objects, context) => timed('unpublish', () => publisher.unpublish(objects, context)),
  };
};

/** The reading of comments, timed. Refuses where the platform has no readable comments. */
export const measuredComments = (
  platform: Platform,
  community: Community,
  metrics: PlatformCalls,
): NonNullable<Community['comments']> => {
  const timed = timedCalls(platform, metrics);
  return (post, query, context) =>
    timed('comments', async () => {
      if (community.comments) return community.comments(post, query, context);
      throw new PlatformError('refused', 'PUBLISH_ERROR', `${platform} shows no comments to applications`);
    });
};

/** The insights calls of a platform, timed. A call that the platform does not have stays absent. */
export const measuredInsights = (
  platform: Platform,
  { postMetrics, accountMetrics }: Community,
  metrics: PlatformCalls,
): Pick<Community, 'postMetrics' | 'accountMetrics'> => {
  const timed = timedCalls(platform, metrics);
  return {
    ...(postMetrics && { postMetrics: (object, context) => timed('insights', () => postMetrics(object, context)) }),
    ...(accountMetrics && { accountMetrics: (context) => timed('insights', () => accountMetrics(context)) }),
  };
};

/**
 * Deliveries timed by their outcome: the class of the status (`2xx` …), `blocked`, `timeout` or
 * `connection_error`.
 */
export const measuredDeliveries =
  (
    send: (request: OutboundRequest) => Promise<OutboundResult>,
    { webhookDeliveries }: Pick<Metrics, 'webhookDeliveries'>,
  ) =>
  async (request: OutboundRequest): Promise<OutboundResult> => {
    const result = await send(request);
    const outcome = result.outcome === 'delivered' ? `${Math.floor(result.statusCode / 100)}xx` : result.outcome;
    webhookDeliveries.observe({ outcome }, result.latencyMs / 1000);
    return result;
  };

/**
 * Processing of files timed by outcome and by their declared type, which may be unknown to the
 * service.
 */
export const measuredMedia =
  (process: ProcessMedia, { mediaProcessing }: Pick<Metrics, 'mediaProcessing'>): ProcessMedia =>
  async (file, signal) => {
    const category = isSupportedType(file.contentType) ? categoryOf(file.contentType) : 'unknown';
    const ended = mediaProcessing.startTimer({ category });
    try {
      const processed = await process(file, signal);
      ended({ outcome: processed.outcome });
      return processed;
    } catch (error) {
      ended({ outcome: 'fault' });
      throw error;
    }
  };
