import { z } from 'zod';
import type { FindContext, RunContext } from '../../../../domain/platforms/publisher.ts';
import { firstToTake, unlessTaken } from '../candidates.ts';
import { shaped } from '../shape.ts';
import type { YoutubeApi } from './api.ts';

const Channels = z.object({
  items: z.array(z.object({ contentDetails: z.object({ relatedPlaylists: z.object({ uploads: z.string() }) }) })),
});
const Uploads = z.object({
  items: z.array(
    z.object({
      snippet: z.object({
        title: z.string(),
        publishedAt: z.string(),
        resourceId: z.object({ videoId: z.string() }),
      }),
    }),
  ),
  nextPageToken: z.string().optional(),
});

export const Comment = z.object({
  id: z.string(),
  snippet: z.object({
    textDisplay: z.string(),
    textOriginal: z.string().optional(),
    authorDisplayName: z.string(),
    authorProfileImageUrl: z.string().optional(),
    authorChannelId: z.object({ value: z.string() }).optional(),
    parentId: z.string().optional(),
    publishedAt: z.string(),
  }),
});
export type Comment = z.infer<typeof Comment>;

const Threads = z.object({
  items: z.array(
    z.object({
      id: z.string(),
      snippet: z.object({ topLevelComment: Comment, totalReplyCount: z.number().default(0) }),
      replies: z.object({ comments: z.array(Comment) }).optional(),
    }),
  ),
  nextPageToken: z.string().optional(),
});
const Replies = z.object({ items: z.array(Comment), nextPageToken: z.string().optional() });

const pages = 5;
/** For clocks that differ. */
const skewMs = 60_000;

export type Sought = Readonly<{ text: string; since: string }>;

/** The channel's upload of this title made since then; drafts and private videos are listed too. */
export const seekVideo = async (
  api: YoutubeApi,
  { text, since }: Sought,
  context: FindContext,
): Promise<string | 'too many' | undefined> => {
  const mine = await api(
    { method: 'GET', path: '/channels', query: { part: 'contentDetails', mine: true }, effect: 'read' },
    context,
  );
  const playlistId = shaped(Channels, mine, 'read').items[0]?.contentDetails.relatedPlaylists.uploads;
  if (playlistId === undefined) return undefined;
  const oldest = Date.parse(since) - skewMs;
  let pageToken: string | undefined;
  for (let page = 0; page < pages; page += 1) {
    const query = { part: 'snippet', playlistId, maxResults: 50, pageToken };
    const reply = await api({ method: 'GET', path: '/playlistItems', query, effect: 'read' }, context);
    const { items, nextPageToken } = shaped(Uploads, reply, 'read');
    const alike = items
      .filter(({ snippet }) => snippet.title === text && Date.parse(snippet.publishedAt) >= oldest)
      .map(({ snippet }) => snippet.resourceId.videoId);
    const found = await firstToTake(alike, (id) => id, unlessTaken([], context));
    if (found !== undefined) return found;
    const last = items.at(-1);
    if (nextPageToken === undefined || !last || Date.parse(last.snippet.publishedAt) < oldest) return undefined;
    pageToken = nextPageToken;
  }
  return 'too many';
};

/** A page of the conversations under a video, newest first. */
export const listThreads = async (
  api: YoutubeApi,
  videoId: string,
  pageToken: string | undefined,
  context: RunContext,
) => {
  const query = {
    part: 'snippet,replies',
    videoId,
    order: 'time',
    maxResults: 100,
    textFormat: 'plainText',
    pageToken,
  };
  return shaped(Threads, await api({ method: 'GET', path: '/commentThreads', query, effect: 'read' }, context), 'read');
};

/** The answers to a comment, where the conversation shows a few of them only. */
export const listReplies = async (
  api: YoutubeApi,
  parentId: string,
  context: RunContext,
): Promise<readonly Comment[]> => {
  const query = { part: 'snippet', parentId, maxResults: 100, textFormat: 'plainText' };
  return shaped(Replies, await api({ method: 'GET', path: '/comments', query, effect: 'read' }, context), 'read').items;
};

export const seekComment = async (
  api: YoutubeApi,
  videoId: string,
  { text, since }: Sought,
  context: RunContext,
): Promise<string | 'too many' | undefined> => {
  const oldest = Date.parse(since) - skewMs;
  let pageToken: string | undefined;
  for (let page = 0; page < pages; page += 1) {
    const { items, nextPageToken } = await listThreads(api, videoId, pageToken, context);
    const tops = items.map(({ snippet }) => snippet.topLevelComment);
    const found = tops.find(
      ({ snippet }) =>
        snippet.authorChannelId?.value === context.account.nativeId &&
        (snippet.textOriginal ?? snippet.textDisplay) === text &&
        Date.parse(snippet.publishedAt) >= oldest,
    );
    if (found) return found.id;
    const last = tops.at(-1);
    if (nextPageToken === undefined || !last || Date.parse(last.snippet.publishedAt) < oldest) return undefined;
    pageToken = nextPageToken;
  }
  return 'too many';
};
