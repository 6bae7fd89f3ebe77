import { foldView } from '../../domain/kernel/decider.ts';
import type { NewEvent, Recorded } from '../../domain/kernel/event.ts';
import type { PostEvent } from '../../domain/posts/events.ts';
import { postView, presentPost } from '../../domain/posts/view.ts';
import type { DeliveryRequest } from '../../domain/webhooks/delivery.ts';
import { testEnvelopeOf } from '../../domain/webhooks/envelope.ts';
import { WebhookEventType } from '../../domain/webhooks/event-types.ts';
import { bodyOf } from '../../domain/webhooks/outbound-events.ts';
import type { ActContext } from '../kernel/process-manager.ts';

const historyOf = async (stream: string, context: Pick<ActContext, 'load'>): Promise<readonly Recorded[]> => {
  const dash = stream.indexOf('-');
  const asIs = { category: stream.slice(0, dash), initial: null, evolve: () => null };
  const loaded = await context.load<null, NewEvent>(asIs, stream.slice(dash + 1));
  return loaded?.events ?? [];
};

/** The text to send, read from the log; undefined where what it tells of is gone. */
export const deliveryBody = async (
  { source, event }: DeliveryRequest,
  createdAt: string,
  context: Pick<ActContext, 'load'>,
): Promise<string | undefined> => {
  switch (source.kind) {
    case 'test':
      return JSON.stringify(testEnvelopeOf(source.testId, createdAt, source.message));
    case 'post': {
      const history = await historyOf(`post-${source.postId}`, context);
      const upTo = history.filter(({ revision }) => revision <= source.revision) as readonly Recorded<PostEvent>[];
      const shown = foldView(postView, upTo);
      return shown && JSON.stringify(presentPost(shown));
    }
    case 'event': {
      const history = await historyOf(source.stream, context);
      const told = history.find(({ revision }) => revision === source.revision);
      return told && JSON.stringify(bodyOf(WebhookEventType.parse(event), told, history));
    }
    default:
      return source satisfies never;
  }
};
