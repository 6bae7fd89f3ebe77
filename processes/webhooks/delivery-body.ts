import { foldView } from '../../domain/kernel/decider.ts';
import type { NewEvent, Recorded } from '../../domain/kernel/event.ts';
import type { PostEvent } from '../../domain/posts/post-events.ts';
import { postView } from '../../domain/posts/view.ts';
import { presentPost } from '../../read-api/contract/post.ts';
import { eventIdOf, type DeliveryRequest } from '../../domain/webhooks/delivery.ts';
import { testEnvelopeOf } from '../../domain/webhooks/envelope.ts';
import { WebhookEventType } from '../../domain/webhooks/event-types.ts';
import { bodyOf } from '../../domain/webhooks/outbound-events.ts';
import type { ActContext } from '../kernel/act-context.ts';

/**
 * The stream up to a revision that the log is known to have; empty where the stream is deleted. A
 * stale answer is a fault, not an absence.
 */
const historyOf = async (
  stream: string,
  revision: number,
  context: Pick<ActContext, 'load'>,
): Promise<readonly Recorded[]> => {
  const dash = stream.indexOf('-');
  const asIs = { category: stream.slice(0, dash), initial: null, evolve: () => null };
  const loaded = await context.load<null, NewEvent>(asIs, stream.slice(dash + 1));
  const events = loaded?.events ?? [];
  if (events.length > 0 && !events.some((event) => event.revision >= revision))
    throw new Error(`${stream} was read only as far as before revision ${revision}`);
  return events;
};

/** The text to send, read from the log; undefined where its content no longer exists. */
export const deliveryBody = async (
  request: DeliveryRequest,
  createdAt: string,
  context: Pick<ActContext, 'load'>,
): Promise<string | undefined> => {
  const { source, event } = request;
  switch (source.kind) {
    case 'test':
      return JSON.stringify(testEnvelopeOf(source.testId, createdAt, source.message));
    case 'post': {
      const history = await historyOf(`post-${source.postId}`, source.revision, context);
      const upTo = history.filter(({ revision }) => revision <= source.revision) as readonly Recorded<PostEvent>[];
      const view = foldView(postView, upTo);
      return view && JSON.stringify(presentPost(view));
    }
    case 'event': {
      const history = await historyOf(source.stream, source.revision, context);
      const reported = history.find(({ revision }) => revision === source.revision);
      if (!reported) return undefined;
      return JSON.stringify({
        eventId: eventIdOf(request),
        ...bodyOf(WebhookEventType.parse(event), reported, history),
      });
    }
    default:
      return source satisfies never;
  }
};
