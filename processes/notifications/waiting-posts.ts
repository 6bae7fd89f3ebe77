import type { Recipients } from '../../domain/notifications/recipients.ts';
import { excerptOf } from './post-mails.ts';

/** A scheduled post that a loss is about to stop. */
export type WaitingPost = Readonly<{
  id: string;
  createdById: string | null;
  content: string;
  scheduledFor: string | null;
}>;

export type Warned = Readonly<{ userId: string; email: string; posts: readonly WaitingPost[] }>;

/** More posts than a mail names; their authors are looked for among so many. */
export const maxPosts = 500;
const maxNamed = 20;

/** The people to whom posts matter, each once, with the posts of each. */
export const byPerson = async (
  posts: readonly WaitingPost[],
  workspaceId: string,
  recipients: Pick<Recipients, 'author'>,
): Promise<readonly Warned[]> => {
  const all = new Map<string, Warned>();
  for (const author of new Set(posts.map(({ createdById }) => createdById))) {
    const of = posts.filter(({ createdById }) => createdById === author);
    for (const { userId, email } of await recipients.author(workspaceId, author, ['postFailed']))
      all.set(userId, { userId, email, posts: [...(all.get(userId)?.posts ?? []), ...of] });
  }
  return [...all.values()];
};

export const momentOf = (at: string): string => `${at.slice(0, 16).replace('T', ' ')} UTC`;

const lineOf = ({ content, scheduledFor }: WaitingPost): string =>
  `- ${excerptOf(content) || 'a post'}${scheduledFor === null ? '' : `, ${momentOf(scheduledFor)}`}`;

/** One line for each post, as many as a mail names. */
export const linesOf = (posts: readonly WaitingPost[]): string => {
  const further = posts.length - maxNamed;
  return [...posts.slice(0, maxNamed).map(lineOf), ...(further > 0 ? [`and ${further} more`] : [])].join('\n');
};
