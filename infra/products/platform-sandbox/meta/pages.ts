import { z } from 'zod';
import type { Destination } from '../../../../domain/platforms/connector.ts';
import type { SandboxWorld } from '../platform.ts';
import type { JsonObject, SandboxAccount } from '../store.ts';
import { missingObject, pageTokenRequired, Refusal } from './graph-errors.ts';
import { metaId } from './ids.ts';
import { fieldTree, withFields } from './fields.ts';
import { everything } from './listing.ts';
import { textOf } from './parameters.ts';
import type { MetaSession } from './session.ts';
import { pageToken } from './tokens.ts';

const Page = z.object({
  id: z.string(),
  name: z.string(),
  username: z.string(),
  /** The Instagram account linked to it. */
  instagram: z.string().optional(),
});
export type SandboxPage = z.infer<typeof Page>;

const Pages = z.array(Page);

/** The Pages that a person manages. */
export const pagesOf = (account: SandboxAccount): readonly SandboxPage[] =>
  Pages.safeParse(account.data['pages']).data ?? [];

export const newPage = async (world: SandboxWorld, name: string, instagram?: string): Promise<SandboxPage> => {
  const id = await metaId(world, '1');
  return { id, name, username: `page${id.slice(-8)}`, ...(instagram !== undefined && { instagram }) };
};

/** The Pages as destinations of a connected account. */
export const destinationsOf = (pages: readonly SandboxPage[]): readonly Destination[] =>
  pages.map(({ id, name, username }) => ({ id, name, kind: 'page', username, avatarUrl: avatarUrl(id) }));

/** The Page that a call names or, as `me`, acts as. */
export const pageIn = (
  { account, secret, call }: MetaSession,
  pageId: string,
  token: 'page' | 'any' = 'page',
): SandboxPage => {
  const isPageToken = secret.data['type'] === 'PAGE';
  const id = pageId === 'me' && isPageToken ? String(secret.data['page']) : pageId;
  const page = pagesOf(account).find((each) => each.id === id);
  if (!page) throw new Refusal(missingObject(call.request.method, pageId));
  if (token === 'page' && (!isPageToken || secret.data['page'] !== id)) throw new Refusal(pageTokenRequired);
  return page;
};

const avatarUrl = (id: string): string => `https://scontent.xx.fbcdn.net/v/${id}.jpg`;

const avatar = (id: string): JsonObject => ({ data: { url: avatarUrl(id) } });

/** A Page as a Graph object. Only its managers see its token. */
export const pageNode = async ({ call, account, secret }: MetaSession, page: SandboxPage) => {
  const metrics = await call.world.store.metrics(account.platform, account.nativeId);
  const own = await call.world.store.metrics(account.platform, page.id);
  const followers = own['followers'] ?? metrics['followers_count'] ?? metrics['followers'] ?? 0;
  return {
    id: page.id,
    name: page.name,
    username: page.username,
    link: `https://www.facebook.com/${page.username}`,
    category: 'Local business',
    access_token: await pageToken(call.world, account, secret, page.id),
    tasks: ['ADVERTISE', 'ANALYZE', 'CREATE_CONTENT', 'MESSAGING', 'MODERATE', 'MANAGE'],
    picture: avatar(page.id),
    followers_count: followers,
    fan_count: followers,
    instagram_business_account:
      page.instagram === undefined
        ? undefined
        : {
            id: page.instagram,
            username: account.username,
            name: account.displayName,
            profile_picture_url: `https://scontent.cdninstagram.com/v/${page.instagram}.jpg`,
          },
  };
};

const standard = ['access_token', 'category', 'name', 'id', 'tasks'];

/** `GET /me/accounts` */
export const accountsEdge = async (session: MetaSession): Promise<Response> => {
  const tree = fieldTree(textOf(session.parameters['fields']));
  const data: JsonObject[] = [];
  for (const page of pagesOf(session.account))
    data.push(withFields('Page', await pageNode(session, page), tree, standard));
  return everything(data);
};

export const personNode = (account: SandboxAccount) => ({
  id: account.nativeId,
  name: account.displayName,
  picture: avatar(account.nativeId),
});
