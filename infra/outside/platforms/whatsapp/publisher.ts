import { z } from 'zod';
import { PlatformError } from '../../../../domain/platforms/platform-error.ts';
import type {
  MediaFile,
  NativeObject,
  Publisher,
  PublishRun,
  Rendered,
  RunContext,
} from '../../../../domain/platforms/publisher.ts';
import type { PlatformTools } from '../adapter.ts';
import { goneCode } from '../meta/errors.ts';
import { graphOf, type Graph } from '../meta/graph.ts';
import { Made } from '../meta/nodes.ts';
import { isInherited, orUploadedAgain } from '../parted-upload.ts';
import { removeEach } from '../removal.ts';
import { shaped } from '../shape.ts';
import { sendName } from '../thread.ts';
import { multipartUpload } from '../upload.ts';

/** The options of a person per post (the `WHATSAPP` fields of `platformMetadata`). */
const Metadata = z.object({
  recipientPhone: z.string().optional().catch(undefined),
  previewUrl: z.boolean().optional().catch(undefined),
  template: z
    .object({ name: z.string(), language: z.string().default('en_US'), components: z.array(z.unknown()).optional() })
    .optional()
    .catch(undefined),
});

const Sent = z.object({ messages: z.tuple([z.object({ id: z.string() })], z.unknown()) });

/** Meta docs: a caption; a longer text follows as a separate message. */
const maxCaptionLength = 1024;

export const sendMessage = async (
  graph: Graph,
  { hosts }: PlatformTools,
  message: Readonly<Record<string, unknown>>,
  { account, credentials, signal }: RunContext,
): Promise<string> => {
  const reply = await graph({
    method: 'POST',
    url: `${hosts.urls.WHATSAPP.api}/${account.page?.id ?? account.nativeId}/messages`,
    token: credentials.accessToken,
    json: { messaging_product: 'whatsapp', recipient_type: 'individual', ...message },
    effect: 'send',
    signal,
  });
  return shaped(Sent, reply, 'send').messages[0].id;
};

const uploadStep = (index: number): string => `upload-${index + 1}`;

/** Uploads a file and records its id, which is valid for thirty days. */
const uploaded = (graph: Graph, tools: PlatformTools, file: MediaFile, index: number, run: PublishRun) =>
  run.step(uploadStep(index), async () => {
    const { account, credentials, signal } = run;
    const reply = await graph({
      method: 'POST',
      url: `${tools.hosts.urls.WHATSAPP.api}/${account.page?.id ?? account.nativeId}/media`,
      token: credentials.accessToken,
      upload: multipartUpload({ messaging_product: 'whatsapp', type: file.contentType }, { name: 'file', file }),
      effect: 'step',
      signal,
    });
    return shaped(Made, reply, 'step').id;
  });

const kindOf = ({ contentType }: MediaFile): 'image' | 'video' | 'document' =>
  contentType.startsWith('image/') ? 'image' : contentType.startsWith('video/') ? 'video' : 'document';

type Message = Readonly<Record<string, unknown>>;

const textMessage = (body: string, previewUrl: boolean): Message => ({
  type: 'text',
  text: { body, preview_url: previewUrl },
});

/** The messages of a post: one for each medium, the text with the first or after the last. */
const messagesOf = (rendered: Rendered, mediaIds: readonly string[]): readonly Message[] => {
  const { text, media } = rendered;
  const { template, previewUrl = true } = Metadata.parse(rendered.metadata);
  if (template) {
    const { name, language: code, components } = template;
    const language = { code, policy: 'deterministic' };
    return [{ type: 'template', template: { name, language, ...(components && { components }) } }];
  }
  const captioned = text !== '' && text.length <= maxCaptionLength;
  const files = media.map((file, index) => {
    const kind = kindOf(file);
    const content = {
      id: mediaIds[index],
      ...(index === 0 && captioned && { caption: text }),
      ...(kind === 'document' && { filename: file.filename }),
    };
    return { type: kind, [kind]: content };
  });
  if (files.length > 0 && (captioned || text === '')) return files;
  return [...files, textMessage(text, previewUrl)];
};

const recipientOf = ({ metadata }: Rendered): string => {
  const { recipientPhone } = Metadata.parse(metadata);
  const digits = recipientPhone?.replace(/\D/g, '');
  if (!digits)
    throw new PlatformError('refused', 'PUBLISH_ERROR', 'WhatsApp needs a recipientPhone in platformMetadata.WHATSAPP');
  return `+${digits}`;
};

/** An upload that WhatsApp no longer has or cannot use. The next attempt uploads it again. */
const isLost = (error: unknown): error is PlatformError =>
  error instanceof PlatformError && (error.code === 'MEDIA_REJECTED' || error.platformCode === goneCode);

const publish = async (
  graph: Graph,
  tools: PlatformTools,
  rendered: Rendered,
  run: PublishRun,
): Promise<readonly NativeObject[]> => {
  const to = recipientOf(rendered);
  const isTemplate = Metadata.parse(rendered.metadata).template !== undefined;
  const steps = rendered.media.map((_, index) => uploadStep(index));
  const inherited = steps.some((step) => isInherited(run, step));
  const mediaIds: string[] = [];
  for (const [index, file] of (isTemplate ? [] : rendered.media).entries())
    mediaIds.push(await uploaded(graph, tools, file, index, run));
  const objects: NativeObject[] = [];
  for (const [index, message] of messagesOf(rendered, mediaIds).entries()) {
    const kind = index === 0 ? 'post' : 'message';
    objects.push(
      await run.send(index === 0 ? sendName(1) : `message-${index + 1}`, async () => {
        try {
          return { nativeId: await sendMessage(graph, tools, { to, ...message }, run), kind };
        } catch (error) {
          if (isLost(error)) return orUploadedAgain(error, run, steps, inherited);
          throw error;
        }
      }),
    );
  }
  return objects;
};

/** Messages of a business number. The Cloud API lists and deletes none of them. */
export const whatsappPublisher = (tools: PlatformTools): Publisher => {
  const graph = graphOf(tools.http);
  return {
    platform: 'WHATSAPP',
    publish: (rendered, run) => publish(graph, tools, rendered, run),
    commentSupport: () => 'no',
    comment: () => Promise.reject(new PlatformError('refused', 'PUBLISH_ERROR', 'WhatsApp has no comments')),
    find: async () => ({
      outcome: 'cannot_tell',
      forGood: true,
      message: 'WhatsApp does not list sent messages: ask the recipient, or check the phone of the business.',
    }),
    unpublish: (objects) =>
      removeEach(objects, async ({ nativeId }) => ({
        nativeId,
        removed: false,
        reason: 'manual_removal_required',
        detail: 'the Cloud API deletes no sent messages',
      })),
  };
};
