import { z } from 'zod';
import { formBody, jsonBody, jsonReply } from '../body.ts';
import type { Route, SandboxCall } from '../platform.ts';
import type { JsonObject, SandboxAccount, SandboxMedia, SandboxObject } from '../store.ts';
import { newId36 } from './accounts.ts';
import { accepted, plain, refusal } from './answers.ts';
import { uploadedAsset, type Asset } from './media.ts';
import { asUser } from './session.ts';

const maxTitleLength = 300;
const maxTextLength = 40_000;
/** Media posts appear once their media are processed. */
const processingMs = 1000;

const flag = z.enum(['true', 'false']).optional();
/**
 * reddit.com/dev/api: `POST /api/submit`, as far as posts of a person need it. Unknown fields are
 * refused.
 */
const Submit = z.strictObject({
  api_type: z.literal('json'),
  sr: z.string().min(1),
  title: z.string(),
  kind: z.enum(['self', 'link', 'image', 'video', 'videogif']),
  text: z.string().optional(),
  url: z.string().optional(),
  video_poster_url: z.string().optional(),
  resubmit: flag,
  sendreplies: flag,
  nsfw: flag,
  spoiler: flag,
  validate_on_submit: flag,
  flair_id: z.string().max(36).optional(),
  flair_text: z.string().max(64).optional(),
});
const Gallery = z.strictObject({
  api_type: z.literal('json'),
  sr: z.string().min(1),
  title: z.string(),
  text: z.string().optional(),
  items: z.array(z.strictObject({ media_id: z.string(), caption: z.string().max(180), outbound_url: z.string() })),
  nsfw: z.boolean(),
  spoiler: z.boolean(),
  sendreplies: z.boolean(),
  show_error_list: z.boolean(),
  validate_on_submit: z.boolean(),
  flair_id: z.string().max(36).optional(),
  flair_text: z.string().max(64).optional(),
});

type Words = Readonly<{ sr: string; title: string; text?: string | undefined }>;

/** The error of a post, whatever its kind. */
const problemOf = ({ sr, title, text = '' }: Words, account: SandboxAccount): Response | undefined => {
  if (!/^\w{2,30}$/.test(sr)) return refusal('SUBREDDIT_NOEXIST', "Hmm, that community doesn't exist.", 'sr');
  if (sr.startsWith('u_') && sr.toLowerCase() !== `u_${account.username}`.toLowerCase())
    return refusal('SUBREDDIT_NOTALLOWED', "You aren't allowed to post there.", 'sr');
  if (title.trim() === '') return refusal('NO_TEXT', 'we need something here', 'title');
  if (title.length > maxTitleLength) return refusal('TOO_LONG', 'this is too long (max: 300)', 'title');
  if (text.length > maxTextLength) return refusal('TOO_LONG', 'this is too long (max: 40000)', 'text');
  return undefined;
};

const slugOf = (title: string): string => {
  const words = title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '');
  return Array.from(words).slice(0, 50).join('') || 'post';
};

type Making = Words & Readonly<{ assets: readonly Asset[]; request: JsonObject; visibleAt?: string; link?: string }>;

const keep = async (
  { world }: SandboxCall,
  account: SandboxAccount,
  { sr, title, text = '', assets, request, visibleAt, link }: Making,
): Promise<Readonly<{ object: SandboxObject; inserted: boolean; id: string; url: string }>> => {
  const id = await newId36(world);
  const permalink = `/r/${sr}/comments/${id}/${slugOf(title)}/`;
  const media = assets.map((asset): SandboxMedia => ({ type: asset.type, url: `https://i.redd.it/${asset.id}` }));
  const object: SandboxObject = {
    platform: 'REDDIT',
    nativeId: `t3_${id}`,
    accountNativeId: account.nativeId,
    kind: 'post',
    direction: 'made',
    parentNativeId: null,
    text: text === '' ? title : text,
    media,
    request,
    createdAt: world.now().toISOString(),
    deletedAt: null,
    data: { title, selftext: text, subreddit: sr, permalink, ...(visibleAt && { visibleAt }), ...(link && { link }) },
  };
  // Only a link can be refused as already submitted, and not with `resubmit`.
  const minds = link !== undefined && request['resubmit'] !== 'true';
  const kept = await world.store.insertObject(object, minds ? { key: `link ${sr} ${link}` } : undefined);
  return { ...kept, id, url: `https://www.reddit.com${permalink}` };
};

const unreadable = (): Response => plain(400, 'Bad Request', { explanation: 'the request is not as documented' });

const submit = (call: SandboxCall): Promise<Response> =>
  asUser(call, 'publish', 'submit', async (account) => {
    const form = await formBody(call.request).catch(() => undefined);
    const parsed = Submit.safeParse(form);
    if (!parsed.success || !form) return unreadable();
    const { kind, url, video_poster_url: posterUrl } = parsed.data;
    const problem = problemOf(parsed.data, account);
    if (problem) return problem;
    if (kind === 'self') {
      if (url !== undefined) return refusal('NO_LINKS', "this community doesn't allow links", 'url');
      const made = await keep(call, account, { ...parsed.data, assets: [], request: form });
      return accepted({ url: made.url, drafts_count: 0, id: made.id, name: `t3_${made.id}` });
    }
    if (url === undefined || !URL.canParse(url)) return refusal('BAD_URL', 'you should check that url', 'url');
    if (kind === 'link') {
      const made = await keep(call, account, { ...parsed.data, assets: [], request: form, link: url });
      if (!made.inserted) return refusal('ALREADY_SUB', 'that link has already been submitted', 'url');
      return accepted({ url: made.url, drafts_count: 0, id: made.id, name: `t3_${made.id}` });
    }
    const asset = await uploadedAsset(call.world, account.nativeId, url);
    const fits = asset && asset.type.startsWith('video/') === (kind !== 'image');
    if (!asset || !fits) return refusal('BAD_URL', 'you should check that url', 'url');
    const poster = posterUrl === undefined ? undefined : await uploadedAsset(call.world, account.nativeId, posterUrl);
    if (kind !== 'image' && !poster) return refusal('BAD_URL', 'you should check that url', 'video_poster_url');
    const visibleAt = new Date(call.world.now().getTime() + processingMs).toISOString();
    await keep(call, account, { ...parsed.data, assets: [asset], request: form, visibleAt });
    return accepted({
      user_submitted_page: `https://www.reddit.com/user/${account.username}/submitted/`,
      websocket_url: `wss://ws.reddit.com/media/${asset.id}`,
    });
  });

const submitGallery = (call: SandboxCall): Promise<Response> =>
  asUser(call, 'publish', 'submit', async (account) => {
    const body = await jsonBody(call.request).catch(() => undefined);
    const parsed = Gallery.safeParse(body);
    if (!parsed.success) return unreadable();
    const problem = problemOf(parsed.data, account);
    if (problem) return problem;
    const { items } = parsed.data;
    if (items.length < 2 || items.length > 20)
      return refusal('INVALID_GALLERY', 'galleries have between 2 and 20 items', 'items');
    const found = await Promise.all(items.map((item) => uploadedAsset(call.world, account.nativeId, item.media_id)));
    const assets = found.filter((asset): asset is Asset => asset !== undefined && asset.type.startsWith('image/'));
    if (assets.length < items.length) return refusal('INVALID_MEDIA_ID', 'that media is not available', 'items');
    const made = await keep(call, account, { ...parsed.data, assets, request: parsed.data });
    return accepted({ url: made.url, id: `t3_${made.id}` });
  });

const comment = (call: SandboxCall): Promise<Response> =>
  asUser(call, 'comment', 'submit', async (account) => {
    const { world } = call;
    const form = await formBody(call.request).catch(() => undefined);
    const { api_type: type, thing_id: thing = '', text = '', ...others } = form ?? {};
    if (!form || type !== 'json' || Object.keys(others).length > 0) return unreadable();
    const parent = await world.store.object('REDDIT', thing);
    if (!parent || parent.deletedAt !== null) return refusal('DELETED_LINK', 'that link has been deleted', 'parent');
    if (text.trim() === '') return refusal('NO_TEXT', 'we need something here', 'text');
    if (text.length > 10_000) return refusal('TOO_LONG', 'this is too long (max: 10000)', 'text');
    const id = await newId36(world);
    const post = thing.startsWith('t3_') ? thing : String(parent.data['post'] ?? '');
    const root = await world.store.object('REDDIT', post);
    const permalink = `${String(root?.data['permalink'] ?? `/comments/${post.slice(3)}/_/`)}${id}/`;
    const createdAt = world.now().toISOString();
    await world.store.insertObject({
      platform: 'REDDIT',
      nativeId: `t1_${id}`,
      accountNativeId: account.nativeId,
      kind: thing.startsWith('t3_') ? 'comment' : 'reply',
      direction: 'made',
      parentNativeId: thing,
      text,
      media: [],
      request: form,
      createdAt,
      deletedAt: null,
      data: { post, permalink },
    });
    const data = { id, name: `t1_${id}`, parent_id: thing, body: text, author: account.username, permalink };
    return accepted({ things: [{ kind: 't1', data }] });
  });

/** Gives the same answer in every case. */
const remove = (call: SandboxCall): Promise<Response> =>
  asUser(call, 'delete', 'edit', async (account) => {
    const form = await formBody(call.request).catch(() => undefined);
    const object = await call.world.store.object('REDDIT', form?.['id'] ?? '');
    if (object?.direction === 'made' && object.accountNativeId === account.nativeId && object.deletedAt === null)
      await call.world.store.changeObject('REDDIT', object.nativeId, { deletedAt: call.world.now().toISOString() });
    return jsonReply(200, {});
  });

/** A moderator's removal or approval, of posts in the person's own subreddits. */
const moderate =
  (hidden: boolean) =>
  (call: SandboxCall): Promise<Response> =>
    asUser(call, 'comment', 'modposts', async (account) => {
      const form = await formBody(call.request).catch(() => undefined);
      const object = await call.world.store.object('REDDIT', form?.['id'] ?? '');
      if (!object || object.accountNativeId !== account.nativeId) return plain(403, 'Forbidden');
      await call.world.store.changeObject('REDDIT', object.nativeId, { data: { ...object.data, hidden } });
      return jsonReply(200, {});
    });

export const submittingRoutes: readonly Route[] = [
  { method: 'POST', path: '/api/submit', run: submit },
  { method: 'POST', path: '/api/submit_gallery_post.json', run: submitGallery },
  { method: 'POST', path: '/api/comment', run: comment },
  { method: 'POST', path: '/api/del', run: remove },
  { method: 'POST', path: '/api/remove', run: moderate(true) },
  { method: 'POST', path: '/api/approve', run: moderate(false) },
];
