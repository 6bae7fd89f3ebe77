import { z } from 'zod';
import { jsonReply } from '../body.ts';
import { MalformedMultipart, readMultipart } from '../multipart.ts';
import type { Route, SandboxCall, SandboxWorld } from '../platform.ts';
import { sniffed } from '../received.ts';
import type { JsonObject } from '../store.ts';
import { givenMedia } from '../meta/given-media.ts';
import { badParameter, Refusal } from '../meta/graph-errors.ts';
import { metaId } from '../meta/ids.ts';
import { pageIn } from '../meta/pages.ts';
import { checked, flag, requestOf } from '../meta/parameters.ts';
import { asHolder, type MetaSession } from '../meta/session.ts';
import { brokenPhoto, facebook } from './accounts.ts';

const Photo = z.object({ id: z.string(), owner: z.string(), page: z.string(), type: z.string(), url: z.string() });

/** A photo uploaded by this person that is not attached yet. */
export const photoOf = async (world: SandboxWorld, owner: string, id: string) => {
  const photo = Photo.safeParse(await world.store.record('FACEBOOK', 'photo', id)).data;
  return photo?.owner === owner ? photo : undefined;
};

const Given = z.strictObject({
  url: z.string().optional(),
  published: flag.optional(),
  alt_text_custom: z.string().max(1000).optional(),
  caption: z.string().optional(),
  temporary: flag.optional(),
});

const types = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];
const limit = 30 * 1024 * 1024;

/** The multipart body, or Meta's error where it is cut off. */
export const multipartOf = async (call: SandboxCall) => {
  try {
    return await readMultipart(call.request);
  } catch (error) {
    if (error instanceof MalformedMultipart) throw new Refusal(badParameter('Invalid multipart body'));
    throw error;
  }
};

const sent = async ({ call, parameters }: MetaSession) => {
  const isForm = (call.request.headers.get('content-type') ?? '').startsWith('multipart/');
  if (!isForm) return { fields: parameters, file: undefined };
  const { fields, files } = await multipartOf(call);
  return { fields: { ...parameters, ...fields }, file: files.find(({ name }) => name === 'source') };
};

const upload = async (session: MetaSession): Promise<Response> => {
  const { call, account } = session;
  const { world } = call;
  const page = pageIn(session, call.params['page'] ?? '');
  const { fields, file } = await sent(session);
  const { url, published = true } = checked(Given, fields);
  if (published) throw new Refusal(badParameter('The sandbox takes unpublished photos, to be attached to a post'));
  const id = await metaId(world, '122');
  if (!file && url === undefined) throw new Refusal(brokenPhoto);
  const given = file
    ? { type: sniffed(file.head) ?? '', bytes: file.bytes }
    : await givenMedia(world, url ?? '', types[0] ?? '');
  if (typeof given === 'string') throw new Refusal(brokenPhoto);
  if (!types.includes(given.type) || (given.bytes ?? 0) > limit) throw new Refusal(brokenPhoto);
  const photo = {
    id,
    owner: account.nativeId,
    page: page.id,
    type: given.type,
    url: url ?? `${world.origin}/sandbox/facebook/scontent.xx.fbcdn.net/v/${id}`,
    request: requestOf(fields),
  } satisfies JsonObject;
  await world.store.putRecord('FACEBOOK', 'photo', id, photo);
  return jsonReply(200, { id });
};

const photos = (call: SandboxCall): Promise<Response> =>
  asHolder(call, facebook, { operations: ['upload'], scope: ['pages_manage_posts'] }, upload);

export const photoRoutes: readonly Route[] = [
  { method: 'POST', host: 'graph.facebook.com', path: '/:version/:page/photos', run: photos },
];
