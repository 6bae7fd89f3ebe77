import { z } from 'zod';
import { PlatformError } from '../../../../domain/platforms/platform-error.ts';
import type { RunContext } from '../../../../domain/platforms/publisher.ts';
import { firstToTake, type MayBeIt } from '../candidates.ts';
import { shaped } from '../shape.ts';
import { encodedUrn, type LinkedinApi } from './api.ts';

const Posts = z.object({
  elements: z.array(z.object({ id: z.string(), commentary: z.string().default(''), createdAt: z.number() })),
});

export const Comment = z.object({
  id: z.string(),
  actor: z.string(),
  commentUrn: z.string().optional(),
  object: z.string().optional(),
  parentComment: z.string().optional(),
  message: z.object({ text: z.string() }),
  created: z.object({ time: z.number(), actor: z.string().optional() }),
  /** How many answers it has; absent where LinkedIn does not return the number. */
  commentsSummary: z.object({ aggregatedTotalComments: z.number() }).optional(),
});
const Comments = z.object({
  elements: z.array(Comment),
});

const pageSize = 50;
const pages = 5;
/** For clocks that differ. */
const skewMs = 60_000;

export type Sought = Readonly<{ author: string; text: string; since: string; mayBeIt: MayBeIt }>;

/** `denied`: LinkedIn does not let this token read (members' posts take a permission few applications get). */
export type Sighting = string | 'denied' | 'too many' | undefined;

const orDenied = (error: unknown): 'denied' => {
  if (error instanceof PlatformError && error.kind === 'refused') return 'denied';
  throw error;
};

/** The author's post of exactly this commentary made since then (LinkedIn docs: "Posts API", find by author). */
export const seekPost = async (api: LinkedinApi, sought: Sought, context: RunContext): Promise<Sighting> => {
  const oldest = Date.parse(sought.since) - skewMs;
  for (let page = 0; page < pages; page += 1) {
    const path = `/posts?q=author&author=${encodedUrn(sought.author)}&count=${pageSize}&start=${page * pageSize}&sortBy=CREATED`;
    const headers = { 'x-restli-method': 'FINDER' };
    const reply = await api({ method: 'GET', path, headers, effect: 'read' }, context).catch(orDenied);
    if (reply === 'denied') return 'denied';
    const { elements } = shaped(Posts, reply, 'read');
    const alike = elements.filter(({ commentary, createdAt }) => commentary === sought.text && createdAt >= oldest);
    const found = await firstToTake(alike, ({ id }) => id, sought.mayBeIt);
    if (found) return found.id;
    const last = elements.at(-1);
    if (elements.length < pageSize || !last || last.createdAt < oldest) return undefined;
  }
  return 'too many';
};

/** A page of the comments under a post, or of the answers under a comment, by the URN of either. */
export const listComments = async (
  api: LinkedinApi,
  entity: string,
  start: number,
  context: RunContext,
): Promise<z.infer<typeof Comments>> => {
  const path = `/socialActions/${encodedUrn(entity)}/comments?start=${start}&count=${pageSize}`;
  return shaped(Comments, await api({ method: 'GET', path, effect: 'read' }, context), 'read');
};

export const commentsAPage = pageSize;

/** The author's own comment of exactly this text under a post. */
export const seekComment = async (
  api: LinkedinApi,
  post: string,
  sought: Sought,
  context: RunContext,
): Promise<Sighting> => {
  const oldest = Date.parse(sought.since) - skewMs;
  for (let page = 0; page < pages; page += 1) {
    const listed = await listComments(api, post, page * pageSize, context).catch(orDenied);
    if (listed === 'denied') return 'denied';
    const found = listed.elements.find(
      ({ actor, message, created }) =>
        actor === sought.author && message.text === sought.text && created.time >= oldest,
    );
    if (found) return found.id;
    if (listed.elements.length < pageSize) return undefined;
  }
  return 'too many';
};
