import { z } from 'zod';
import type { MediaFile, NativeObject, PublishRun, ThreadItem } from '../../../../domain/platforms/publisher.ts';
import { readyContainer, type ContainerState, type ReadyContainer } from '../meta/containers.ts';
import { Made } from '../meta/nodes.ts';
import { shaped } from '../shape.ts';
import type { ThreadsApi } from './api.ts';
import { cutText } from '../../../../domain/kernel/stored-text.ts';

/** The options of a person per post (the `THREADS` fields of `platformMetadata`). */
const Metadata = z.object({
  replyControl: z.string().optional().catch(undefined),
  link: z.string().optional().catch(undefined),
  topicTag: z.string().optional().catch(undefined),
  quotePostId: z.string().optional().catch(undefined),
  altText: z.string().optional().catch(undefined),
});

const State = z.object({ status: z.string(), error_message: z.string().optional() });

/** How long a container may take (core reference: 30 seconds). */
const limitMs = 30_000;
const maxAltTextLength = 1000;

export const containerStep = (sequence: number): string => `container-${sequence}`;
const childStep = (sequence: number, index: number): string => `child-${sequence}-${index + 1}`;

export const stepsOf = ({ sequence, media }: ThreadItem): readonly string[] => [
  containerStep(sequence),
  ...media.map((_, index) => childStep(sequence, index)),
];

type As = Pick<PublishRun, 'account' | 'credentials' | 'signal'>;
type Parameters = Readonly<Record<string, string | boolean | undefined>>;

export const stateOf = async (api: ThreadsApi, id: string, as: As): Promise<ContainerState> => {
  const parameters = { fields: 'id,status,error_message' };
  const reply = await api({ method: 'GET', path: id, parameters, effect: 'read' }, as);
  const { status, error_message: words } = shaped(State, reply, 'read');
  return { status, words };
};

export const createContainer = async (api: ThreadsApi, parameters: Parameters, as: As): Promise<string> => {
  const path = `${as.account.nativeId}/threads`;
  return shaped(Made, await api({ method: 'POST', path, parameters, effect: 'step' }, as), 'step').id;
};

const mediaParameters = (file: MediaFile): Parameters => ({
  ...(file.contentType.startsWith('video/')
    ? { media_type: 'VIDEO', video_url: file.publicUrl }
    : { media_type: 'IMAGE', image_url: file.publicUrl }),
  alt_text: file.altText === undefined ? undefined : cutText(file.altText, maxAltTextLength),
});

/** A container of text only. */
export const textContainer = (
  api: ThreadsApi,
  { step, text, parentId }: Readonly<{ step: string; text: string; parentId: string }>,
  run: PublishRun,
) =>
  readyContainer(
    {
      step,
      create: () => createContainer(api, { media_type: 'TEXT', text, reply_to_id: parentId }, run),
      read: (id) => stateOf(api, id, run),
      limitMs,
    },
    run,
  );

/** The container of one item of a thread, ready to be published. What is set for the post is set on its first item. */
export const preparedItem = async (
  api: ThreadsApi,
  { sequence, text, media }: ThreadItem,
  { parent, metadata }: Readonly<{ parent: NativeObject | undefined; metadata: Readonly<Record<string, unknown>> }>,
  run: PublishRun,
): Promise<ReadyContainer> => {
  const { replyControl, link, topicTag, quotePostId, altText } = Metadata.parse(parent ? {} : metadata);
  const files = media.map((file, index) => (index === 0 && altText !== undefined ? { ...file, altText } : file));
  const read = (id: string) => stateOf(api, id, run);
  const step = containerStep(sequence);
  const words: Parameters = {
    ...(text !== '' && { text }),
    reply_to_id: parent?.nativeId,
    reply_control: replyControl,
    topic_tag: topicTag,
    quote_post_id: quotePostId,
  };
  const [only, ...others] = files;
  if (!only || others.length === 0) {
    const content = only ? mediaParameters(only) : { media_type: 'TEXT', link_attachment: link };
    return readyContainer(
      { step, create: () => createContainer(api, { ...words, ...content }, run), read, limitMs },
      run,
    );
  }
  const begin = (file: MediaFile) => () =>
    createContainer(api, { ...mediaParameters(file), is_carousel_item: true }, run);
  for (const [index, file] of files.entries()) await run.step(childStep(sequence, index), begin(file));
  const children: string[] = [];
  for (const [index, file] of files.entries()) {
    const work = { step: childStep(sequence, index), create: begin(file), read, limitMs, parts: [step] };
    children.push((await readyContainer(work, run)).id);
  }
  const create = () => createContainer(api, { ...words, media_type: 'CAROUSEL', children: children.join(',') }, run);
  const parts = files.map((_, index) => childStep(sequence, index));
  return readyContainer({ step, create, read, limitMs, parts }, run);
};
