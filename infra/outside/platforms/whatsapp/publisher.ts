import { z } from 'zod';
import { PlatformError } from '../../../../domain/platforms/platform-error.ts';
import type {
  Found,
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
import { fileKindOf, mayStandIn, standInLanguage, standInMessage } from './stand-in-template.ts';

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
const uploaded = (
  graph: Graph,
  tools: PlatformTools,
  { file, index }: Readonly<{ file: MediaFile; index: number }>,
  run: PublishRun,
) =>
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

type Message = Readonly<Record<string, unknown>>;

const textMessage = (body: string, { previewUrl }: Readonly<{ previewUrl: boolean }>): Message => ({
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
    const kind = fileKindOf(file);
    const content = {
      id: mediaIds[index],
      ...(index === 0 && captioned && { caption: text }),
      ...(kind === 'document' && { filename: file.filename }),
    };
    return { type: kind, [kind]: content };
  });
  if (files.length > 0 && (captioned || text === '')) return files;
  return [...files, textMessage(text, { previewUrl })];
};

/** Meta: free text reaches a person within a day of their last message. */
const windowMs = 24 * 3_600_000;

const standInStep = 'stand-in';

/**
 * The messages of a post to a person who has not written within a day: the account's own template for posts
 * where it has an approved one. Without one the post goes out as a text, and WhatsApp accepts or refuses it.
 */
const outsideOfWindow = async (
  tools: PlatformTools,
  rendered: Rendered,
  to: string,
  run: PublishRun,
): Promise<string | undefined> => {
  const { template } = Metadata.parse(rendered.metadata);
  if (template || !tools.conversations || !mayStandIn({ text: rendered.text, files: rendered.media })) return undefined;
  const language = await run.step(standInStep, async () => {
    const heardAt = await tools.conversations?.lastInboundAt(run.account.id, to.replace('+', ''));
    if (heardAt !== undefined && Date.parse(heardAt) + windowMs > run.now().getTime()) return '';
    const [file] = rendered.media;
    return (await standInLanguage(tools, run, file && fileKindOf(file))) ?? '';
  });
  return language === '' ? undefined : language;
};

/** The form of a business-scoped user id (Meta: "Business-scoped user IDs"): a country, a dot, letters and digits. */
const scopedId = /^[A-Z]{2}\.(?:ENT\.)?[A-Za-z0-9]{1,128}$/;

/** A person without a visible number is addressed by the business-scoped id. */
export const recipientFields = (id: string): Readonly<Record<string, string>> =>
  scopedId.test(id) ? { recipient: id } : { to: id };

const recipientOf = ({ metadata }: Rendered): string => {
  const { recipientPhone } = Metadata.parse(metadata);
  if (recipientPhone !== undefined && scopedId.test(recipientPhone)) return recipientPhone;
  const digits = recipientPhone?.replace(/\D/g, '');
  if (!digits)
    throw new PlatformError('refused', 'PUBLISH_ERROR', 'WhatsApp needs a recipientPhone in platformMetadata.WHATSAPP');
  return `+${digits}`;
};

/** The step that keeps the id of a message whose status has not come. */
const acceptedStep = (send: string): string => `accepted-${send}`;

const statusPending = (): PlatformError =>
  new PlatformError(
    'unknown',
    'OUTCOME_UNKNOWN',
    'WhatsApp accepted the message and has not reported yet whether it went out.',
  );

/**
 * WhatsApp answers before it knows whether a message goes out: its status comes by a webhook. Until
 * then the outcome of the send is unknown, and looking it up means looking at what was reported.
 */
const untilReported = async (
  { statuses }: PlatformTools,
  run: PublishRun,
  { send, again }: Readonly<{ send: string; again: boolean }>,
  make: () => Promise<NativeObject>,
): Promise<NativeObject> => {
  if (!statuses) return make();
  if (again) await run.forget(acceptedStep(send));
  const { nativeId } = await make();
  await run.step(acceptedStep(send), async () => nativeId);
  throw statusPending();
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
    mediaIds.push(await uploaded(graph, tools, { file, index }, run));
  const objects: NativeObject[] = [];
  const language = await outsideOfWindow(tools, rendered, to, run);
  const [file] = rendered.media;
  const standIn = { text: rendered.text, kind: file && fileKindOf(file), mediaId: mediaIds[0] };
  const messages = language === undefined ? messagesOf(rendered, mediaIds) : [standInMessage(standIn, language)];
  for (const [index, message] of messages.entries()) {
    const kind = index === 0 ? 'post' : 'message';
    const send = kind === 'post' ? sendName(1) : `message-${index + 1}`;
    const make = async (): Promise<NativeObject> => {
      try {
        return { nativeId: await sendMessage(graph, tools, { ...recipientFields(to), ...message }, run), kind };
      } catch (error) {
        if (isLost(error)) return orUploadedAgain(error, run, { steps, inherited });
        throw error;
      }
    };
    objects.push(await run.send(send, (_key, { again }) => untilReported(tools, run, { send, again }, make)));
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
    find: async ({ send, remembered }, { account }): Promise<Found> => {
      const nativeId = remembered(acceptedStep(send));
      if (nativeId === undefined || !tools.statuses)
        return {
          outcome: 'cannot_tell',
          forGood: true,
          message: 'WhatsApp does not list sent messages: ask the recipient, or check the phone of the business.',
        };
      const status = await tools.statuses.of(account.id, nativeId);
      if (status.kind === 'accepted')
        return { outcome: 'published', object: { nativeId, kind: send === sendName(1) ? 'post' : 'message' } };
      if (status.kind === 'refused') return { outcome: 'not_published', refusal: status.error };
      const message =
        'WhatsApp accepted the message, and no report of it has arrived. `incoming` of the account shows whether reports do.';
      return { outcome: 'cannot_tell', message };
    },
    unpublish: (objects) =>
      removeEach(objects, async ({ nativeId }) => ({
        nativeId,
        removed: false,
        reason: 'manual_removal_required',
        detail: 'the Cloud API deletes no sent messages',
      })),
  };
};
