import { PlatformError } from '../../../../domain/platforms/platform-error.ts';
import type {
  Found,
  FindRequest,
  FindContext,
  NativeObject,
  Publisher,
  PublishRun,
  Rendered,
  RunContext,
} from '../../../../domain/platforms/publisher.ts';
import type { PlatformTools } from '../adapter.ts';
import { unlessTaken } from '../candidates.ts';
import { forgetLost } from '../meta/containers.ts';
import { addressOf, Made, removeNode } from '../meta/nodes.ts';
import { removeEach } from '../removal.ts';
import { shaped } from '../shape.ts';
import { sendName } from '../thread.ts';
import { actingInstagram, loginOf, type ActingInstagram } from './api.ts';
import { postStep, preparedPost, stateOf, stepsOf } from './containers.ts';
import { permalinkOf, seekComment, seekMedia } from './timeline.ts';
import { defined } from '../../../../domain/kernel/defined.ts';

const post = sendName(1);

const publishContainer = async (acting: ActingInstagram, creationId: string): Promise<NativeObject> => {
  const path = `${acting.id}/media_publish`;
  const reply = await acting.call({ method: 'POST', path, parameters: { creation_id: creationId }, effect: 'send' });
  const { id } = shaped(Made, reply, 'send');
  const url = await addressOf(() => permalinkOf(acting, id));
  return { nativeId: id, ...defined({ url }), kind: 'post' };
};

/**
 * A container that an unrecorded attempt has published. Its media is looked up and never made
 * again.
 */
const adopted = async (acting: ActingInstagram, text: string, run: PublishRun): Promise<NativeObject> => {
  const found = await seekMedia(acting, { text, since: run.startedAt, mayBeIt: unlessTaken([], run) });
  if (found) return found;
  throw new PlatformError(
    'unknown',
    'OUTCOME_UNKNOWN',
    'the container is published, but no media with its text is found',
  );
};

const refuseUnfit = ({ accountType }: RunContext['account'], { contentType }: Rendered): void => {
  if (accountType === 'personal')
    throw new PlatformError(
      'refused',
      'ACCOUNT_TYPE_NOT_SUPPORTED',
      'Instagram publishes for business and creator accounts only',
    );
  if (contentType === 'STORY')
    throw new PlatformError('refused', 'CONTENT_TYPE_NOT_SUPPORTED', 'stories are not published on Instagram');
};

const publish = async (tools: PlatformTools, rendered: Rendered, run: PublishRun): Promise<readonly NativeObject[]> => {
  refuseUnfit(run.account, rendered);
  const acting = await actingInstagram(tools, run);
  const container = await preparedPost(tools, acting, rendered, run);
  const object = await run.send(post, () =>
    container.published
      ? adopted(acting, rendered.text, run)
      : publishContainer(acting, container.id).catch((error: unknown) => forgetLost(error, stepsOf(rendered), run)),
  );
  return [object];
};

const found = (object: NativeObject | undefined): Found =>
  object ? { outcome: 'published', object } : { outcome: 'not_published' };

/** The container shows whether it was published. Only the list of media shows which media it became. */
const find = async (acting: ActingInstagram, request: FindRequest, context: FindContext): Promise<Found> => {
  const sought = { since: request.sentAt, mayBeIt: unlessTaken(request.earlier, context) };
  const target = request.earlier[0];
  if (request.send !== post && target)
    return found(await seekComment(acting, target, { ...sought, text: request.commentText ?? '' }));
  const container = request.remembered(postStep);
  if (container !== undefined && (await stateOf(acting, container)).status !== 'PUBLISHED')
    return { outcome: 'not_published' };
  const media = await seekMedia(acting, { ...sought, text: request.rendered.text });
  return media || container === undefined
    ? found(media)
    : { outcome: 'cannot_tell', message: 'Instagram reports it as published, but no media with its text is found.' };
};

export const instagramPublisher = (tools: PlatformTools): Publisher => ({
  platform: 'INSTAGRAM',
  publish: (rendered, run) => publish(tools, rendered, run),
  commentSupport: () => 'yes',
  async comment(target, text, run) {
    const acting = await actingInstagram(tools, run);
    return run.send('first-comment', async () => {
      const path = `${target.nativeId}/comments`;
      const reply = await acting.call({ method: 'POST', path, parameters: { message: text }, effect: 'send' });
      return { nativeId: shaped(Made, reply, 'send').id, kind: 'comment' };
    });
  },
  find: async (request, context) => find(await actingInstagram(tools, context), request, context),
  async unpublish(objects, context) {
    if (loginOf(context.account, context.credentials) !== 'fb_login')
      return removeEach(objects, async ({ nativeId }) => ({
        nativeId,
        removed: false,
        reason: 'manual_removal_required',
        detail: 'Instagram deletes media for accounts connected by Facebook Login only',
      }));
    const acting = await actingInstagram(tools, context);
    const { token, signal, graph } = acting;
    return removeEach(objects, ({ nativeId }) =>
      removeNode(graph, nativeId, { url: acting.urlOf(nativeId), token, signal }),
    );
  },
});
