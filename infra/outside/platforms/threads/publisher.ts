import { z } from 'zod';
import { PlatformError } from '../../../../domain/platforms/platform-error.ts';
import type {
  Found,
  FindRequest,
  FindContext,
  NativeObject,
  Publisher,
  PublishRun,
  Rendered,
} from '../../../../domain/platforms/publisher.ts';
import type { PlatformTools } from '../adapter.ts';
import { unlessTaken } from '../candidates.ts';
import { forgetLost, type ReadyContainer } from '../meta/containers.ts';
import { addressOf, Made, removeNode } from '../meta/nodes.ts';
import { graphOf } from '../meta/graph.ts';
import { removeEach } from '../removal.ts';
import { shaped } from '../shape.ts';
import { itemOf, itemsOf, sendName } from '../thread.ts';
import { threadsApi, type ThreadsApi } from './api.ts';
import { containerStep, preparedItem, stateOf, stepsOf, textContainer } from './containers.ts';
import { seek, type Sought } from './timeline.ts';
import { defined } from '../../../../domain/kernel/defined.ts';

const Permalink = z.object({ permalink: z.string().optional() });
const commentStep = 'first-comment-container';

type Kind = NativeObject['kind'];

const publishContainer = async (api: ThreadsApi, id: string, kind: Kind, run: PublishRun): Promise<NativeObject> => {
  const path = `${run.account.nativeId}/threads_publish`;
  const reply = await api({ method: 'POST', path, parameters: { creation_id: id }, effect: 'send' }, run);
  const { id: nativeId } = shaped(Made, reply, 'send');
  const url = await addressOf(async () => {
    const shown = await api(
      { method: 'GET', path: nativeId, parameters: { fields: 'permalink' }, effect: 'read' },
      run,
    );
    return shaped(Permalink, shown, 'read').permalink;
  });
  return { nativeId, ...defined({ url }), kind };
};

/**
 * Publishes a container once. A container that an unrecorded attempt has published is looked up
 * instead.
 */
const publishOnce = async (
  api: ThreadsApi,
  container: ReadyContainer,
  { kind, sought, steps }: Readonly<{ kind: Kind; sought: Sought; steps: readonly string[] }>,
  run: PublishRun,
): Promise<NativeObject> => {
  if (!container.published)
    return publishContainer(api, container.id, kind, run).catch((error: unknown) => forgetLost(error, steps, run));
  const found = await seek(api, sought, run);
  if (found) return { ...found, kind };
  throw new PlatformError(
    'unknown',
    'OUTCOME_UNKNOWN',
    'the container is published, but no post with its text is found',
  );
};

const publish = async (api: ThreadsApi, rendered: Rendered, run: PublishRun): Promise<readonly NativeObject[]> => {
  const objects: NativeObject[] = [];
  for (const item of itemsOf(rendered)) {
    const parent = objects.at(-1);
    const container = await preparedItem(api, item, { parent, metadata: rendered.metadata }, run);
    const mayBeIt = unlessTaken(objects, run);
    const sought = { text: item.text, parentId: parent?.nativeId, since: run.startedAt, mayBeIt };
    const kind = parent ? 'reply' : 'post';
    objects.push(
      await run.send(sendName(item.sequence), () =>
        publishOnce(api, container, { kind, sought, steps: stepsOf(item) }, run),
      ),
    );
  }
  return objects;
};

/** The container has the fact that it was published; only the lists have the post's id. */
const find = async (api: ThreadsApi, request: FindRequest, context: FindContext): Promise<Found> => {
  const isComment = request.commentText !== undefined && request.send === 'first-comment';
  const item = isComment ? undefined : itemOf(request);
  const step = item ? containerStep(item.sequence) : commentStep;
  const container = request.remembered(step);
  if (container !== undefined && (await stateOf(api, container, context)).status !== 'PUBLISHED')
    return { outcome: 'not_published' };
  const found = await seek(
    api,
    {
      text: item?.text ?? request.commentText ?? '',
      parentId: isComment ? request.earlier[0]?.nativeId : request.earlier.at(-1)?.nativeId,
      since: request.sentAt,
      mayBeIt: unlessTaken(request.earlier, context),
    },
    context,
  );
  if (found) return { outcome: 'published', object: isComment ? { ...found, kind: 'comment' } : found };
  if (container === undefined) return { outcome: 'not_published' };
  return { outcome: 'cannot_tell', message: 'Threads reports it as published, but no post with its text is found.' };
};

export const threadsPublisher = (tools: PlatformTools): Publisher => {
  const api = threadsApi(tools);
  const graph = graphOf(tools.http);
  return {
    platform: 'THREADS',
    publish: (rendered, run) => publish(api, rendered, run),
    commentSupport: () => 'yes',
    async comment(target, text, run) {
      const container = await textContainer(api, { step: commentStep, text, parentId: target.nativeId }, run);
      const sought = { text, parentId: target.nativeId, since: run.startedAt, mayBeIt: unlessTaken([], run) };
      return run.send('first-comment', () =>
        publishOnce(api, container, { kind: 'comment', sought, steps: [commentStep] }, run),
      );
    },
    find: (request, context) => find(api, request, context),
    unpublish: (objects, context) =>
      removeEach(objects, ({ nativeId }) =>
        removeNode(graph, nativeId, {
          url: `${tools.hosts.urls.THREADS.api}/${nativeId}`,
          token: context.credentials.accessToken,
          signal: context.signal,
        }),
      ),
  };
};
