import { z } from 'zod';
import { jsonReply } from '../body.ts';
import { MalformedMultipart, readMultipart } from '../multipart.ts';
import type { Route, SandboxCall } from '../platform.ts';
import { sniffed } from '../received.ts';
import type { SandboxMedia } from '../store.ts';
import { givenMedia } from '../meta/given-media.ts';
import { badParameter, Refusal } from '../meta/graph-errors.ts';
import { metaId } from '../meta/ids.ts';
import { isWindowOpen } from '../meta/message-window.ts';
import { checked, requestOf, textOf } from '../meta/parameters.ts';
import { asHolder, type MetaSession } from '../meta/session.ts';
import { failures, host, numberIn, whatsapp } from './accounts.ts';
import { reportStatus } from './reports.ts';
import { contentOfTemplate } from './templates.ts';

const megabyte = 1024 * 1024;

/** Meta docs: supported media types and sizes. */
const kinds = {
  image: { types: ['image/jpeg', 'image/png'], limit: 5 * megabyte },
  video: { types: ['video/mp4'], limit: 16 * megabyte },
  document: { types: ['application/pdf'], limit: 100 * megabyte },
} as const;
type Kind = keyof typeof kinds;

const upTo = (limit: number) => z.string().max(limit, `must be at most ${limit} characters long.`);
const file = z.strictObject({ id: z.string().optional(), link: z.string().optional(), caption: upTo(1024).optional() });
const base = {
  messaging_product: z.literal('whatsapp'),
  recipient_type: z.literal('individual').optional(),
  to: z
    .string()
    .regex(/^\+?\d{4,20}$/, 'is not a valid whatsapp number')
    .optional(),
  /** Meta: "Business-scoped user IDs": a person without a visible number. `to` goes before it. */
  recipient: z
    .string()
    .regex(/^[A-Z]{2}\.(?:ENT\.)?[A-Za-z0-9]{1,128}$/)
    .optional(),
  context: z.strictObject({ message_id: z.string() }).optional(),
};

/** The messages of a post (Meta: "Cloud API messages"); further types exist. */
const Message = z.discriminatedUnion('type', [
  z.strictObject({
    ...base,
    type: z.literal('text'),
    text: z.strictObject({ body: upTo(4096).min(1), preview_url: z.boolean().optional() }),
  }),
  z.strictObject({ ...base, type: z.literal('image'), image: file }),
  z.strictObject({ ...base, type: z.literal('video'), video: file }),
  z.strictObject({ ...base, type: z.literal('document'), document: file.extend({ filename: z.string().optional() }) }),
  z.strictObject({
    ...base,
    type: z.literal('template'),
    template: z.strictObject({
      name: z.string().regex(/^[a-z0-9_]{1,512}$/),
      language: z.strictObject({ code: z.string(), policy: z.literal('deterministic').optional() }),
      components: z.array(z.looseObject({ type: z.string() })).optional(),
    }),
  }),
]);
type Message = z.output<typeof Message>;

const Upload = z.object({ owner: z.string(), type: z.string(), kind: z.enum(['image', 'video', 'document']) });

const mediaOf = async (
  { call, account }: MetaSession,
  kind: Kind,
  { id, link }: Readonly<{ id?: string | undefined; link?: string | undefined }>,
): Promise<SandboxMedia> => {
  const { world } = call;
  if ((id === undefined) === (link === undefined))
    throw new Refusal(badParameter(`Param ${kind} must have either an id or a link`));
  if (id !== undefined) {
    const upload = Upload.safeParse(await world.store.record('WHATSAPP', 'media', id)).data;
    if (upload?.owner !== account.nativeId || upload.kind !== kind)
      throw new Refusal(badParameter(`Param ${kind}['id'] is not a valid media id`, { subcode: 33 }));
    return { type: upload.type, url: `${world.origin}/sandbox/whatsapp/lookaside.fbsbx.com/media/${id}` };
  }
  const given = await givenMedia(world, link ?? '', kinds[kind].types[0]);
  if (typeof given === 'string' || !kinds[kind].types.some((one) => one === given.type))
    throw new Refusal({ code: 131052, message: '(#131052) Media download error' });
  return { type: given.type, url: given.url };
};

const contentOf = async (session: MetaSession, message: Message): Promise<{ text: string; media: SandboxMedia[] }> => {
  switch (message.type) {
    case 'text':
      return { text: message.text.body, media: [] };
    case 'template': {
      const { text, file } = contentOfTemplate(message.template);
      return { text, media: file ? [await mediaOf(session, file.kind, file)] : [] };
    }
    case 'image':
      return { text: message.image.caption ?? '', media: [await mediaOf(session, 'image', message.image)] };
    case 'video':
      return { text: message.video.caption ?? '', media: [await mediaOf(session, 'video', message.video)] };
    case 'document':
      return { text: message.document.caption ?? '', media: [await mediaOf(session, 'document', message.document)] };
  }
};

/**
 * A business addresses a number in full, with `+`; it answers with the id under which the person
 * has written.
 */
const opensConversation = (to: string | undefined): boolean => to?.startsWith('+') === true;

const send = async (session: MetaSession): Promise<Response> => {
  const { call, account, parameters } = session;
  const { world } = call;
  const number = numberIn(session, call.params['number'] ?? '');
  const message = checked(Message, parameters);
  const { text, media } = await contentOf(session, message);
  const recipient = message.to?.replace('+', '') ?? message.recipient;
  if (recipient === undefined) throw new Refusal(badParameter('The parameter to is required.'));
  const wentOut = message.type === 'template' || (await isWindowOpen(session, recipient));
  const nativeId = `wamid.${Buffer.from(`${recipient}${await metaId(world)}`).toString('base64url')}`;
  await world.store.insertObject({
    platform: 'WHATSAPP',
    nativeId,
    accountNativeId: account.nativeId,
    kind: opensConversation(message.to) ? 'post' : 'message',
    direction: 'made',
    parentNativeId: null,
    text,
    media,
    request: requestOf(parameters),
    createdAt: world.now().toISOString(),
    deletedAt: null,
    data: { number: number.id, recipient },
  });
  await reportStatus(world, account, { nativeId, number: number.id, recipient, wentOut });
  return jsonReply(200, {
    messaging_product: 'whatsapp',
    contacts: [{ input: message.to ?? recipient, ...(message.to ? { wa_id: recipient } : { user_id: recipient }) }],
    messages: [{ id: nativeId, message_status: 'accepted' }],
  });
};

const messages = (call: SandboxCall): Promise<Response> =>
  asHolder(
    call,
    whatsapp,
    async ({ parameters }) => ({
      operations: [opensConversation(textOf(parameters['to'])) ? 'publish' : 'message'],
      scope: ['whatsapp_business_messaging'],
    }),
    send,
  );

const Fields = z.strictObject({ messaging_product: z.literal('whatsapp'), type: z.string() });

const upload = async (session: MetaSession): Promise<Response> => {
  const { call, account } = session;
  const { world } = call;
  numberIn(session, call.params['number'] ?? '');
  const { fields, files } = await readMultipart(call.request);
  const { type } = checked(Fields, fields);
  const sent = files.find(({ name }) => name === 'file');
  const found = sent && sniffed(sent.head);
  const entry = Object.entries(kinds).find(([, { types }]) => types.some((one) => one === type));
  if (!sent || !entry || found !== type || sent.contentType !== type || sent.bytes > entry[1].limit)
    throw new Refusal({
      ...failures.media,
      details: `Param file must be a file with one of the supported types, not ${type}`,
    });
  const id = await metaId(world, '9');
  await world.store.putRecord('WHATSAPP', 'media', id, { owner: account.nativeId, type, kind: entry[0] });
  return jsonReply(200, { id });
};

const media = (call: SandboxCall): Promise<Response> =>
  asHolder(call, whatsapp, { operations: ['upload'], scope: ['whatsapp_business_messaging'] }, async (session) => {
    try {
      return await upload(session);
    } catch (error) {
      if (error instanceof MalformedMultipart) throw new Refusal(badParameter('Invalid multipart body'));
      throw error;
    }
  });

export const messageRoutes: readonly Route[] = [
  { method: 'POST', host, path: '/:version/:number/messages', run: messages },
  { method: 'POST', host, path: '/:version/:number/media', run: media },
];
