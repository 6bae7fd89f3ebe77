import { z } from 'zod';
import type { Community, NativeComment } from '../../../../domain/platforms/community.ts';
import { PlatformError } from '../../../../domain/platforms/platform-error.ts';
import type { RunContext } from '../../../../domain/platforms/publisher.ts';
import type { PlatformTools } from '../adapter.ts';
import { answered } from '../answered.ts';
import { shaped } from '../shape.ts';
import { blueskyApi } from './api.ts';
import { blueskyMessage } from './chat.ts';
import { facetsOf } from './facets.ts';
import { partsOf, postCollection, postUrl, recordKey } from './record-key.ts';
import { defined } from '../../../../domain/kernel/defined.ts';

const Reference = z.object({ uri: z.string(), cid: z.string() });
const Author = z.object({ did: z.string(), handle: z.string(), avatar: z.string().optional() });
const Record = z.object({
  text: z.string().optional(),
  createdAt: z.string().optional(),
  reply: z.object({ root: Reference, parent: Reference }).optional(),
});
const Post = z.object({
  uri: z.string(),
  cid: z.string(),
  author: Author,
  record: Record,
  indexedAt: z.string(),
  likeCount: z.number().optional(),
  replyCount: z.number().optional(),
  repostCount: z.number().optional(),
  quoteCount: z.number().optional(),
  bookmarkCount: z.number().optional(),
});
type Post = z.infer<typeof Post>;

/** The depth of a thread has no limit; posts that are blocked or deleted have no `post`. */
type Node = Readonly<{ post?: Post | undefined; replies?: readonly Node[] | undefined }>;
const Node: z.ZodType<Node> = z.lazy(() => z.object({ post: Post.optional(), replies: z.array(Node).optional() }));

const Thread = z.object({ thread: Node });
const Posts = z.object({ posts: z.array(Post) });
const Notifications = z.object({
  cursor: z.string().optional(),
  notifications: z.array(
    z.object({
      uri: z.string(),
      cid: z.string(),
      author: Author,
      reason: z.string(),
      record: Record,
      indexedAt: z.string(),
    }),
  ),
});
const Profile = z.object({ followersCount: z.number().optional(), postsCount: z.number().optional() });
const Gate = z.object({
  value: z.looseObject({ hiddenReplies: z.array(z.string()).optional(), createdAt: z.string() }),
});

const gateCollection = 'app.bsky.feed.threadgate';
const maxReplies = 1000;

/**
 * Comments, replies, hiding by threadgate, mentions, messages and counters, most of them served by
 * the AppView behind the account's server.
 */
export const blueskyCommunity = (tools: PlatformTools): Community => {
  const api = blueskyApi(tools);
  const { web } = tools.hosts.urls.BLUESKY;
  const read = (nsid: string, query: Record<string, string | number | undefined>, context: RunContext) =>
    api.call({ method: 'GET', nsid, query, effect: 'read' }, context);

  const commentOf = (post: Pick<Post, 'uri' | 'author' | 'record' | 'indexedAt'>): NativeComment => ({
    nativeId: post.uri,
    author: {
      id: post.author.did,
      username: post.author.handle,
      ...defined({ avatarUrl: post.author.avatar }),
    },
    text: post.record.text ?? '',
    createdAt: post.record.createdAt ?? post.indexedAt,
    ...(post.record.reply && { parentNativeId: post.record.reply.parent.uri }),
    url: postUrl(web, post.author.handle, post.uri),
  });

  const postAt = async (uri: string, context: RunContext): Promise<Post> => {
    const [post] = shaped(Posts, await read('app.bsky.feed.getPosts', { uris: uri }, context), 'read').posts;
    if (post) return post;
    throw new PlatformError('refused', 'PUBLISH_ERROR', 'the post no longer exists', { platformCode: 'NotFound' });
  };

  const put = async (
    {
      collection,
      rkey,
      record,
      effect,
    }: Readonly<{ collection: string; rkey: string; record: object; effect: 'send' | 'step' }>,
    context: RunContext,
  ) => {
    const json = { repo: context.account.nativeId, collection, rkey, record };
    const reply = await api.call({ method: 'POST', nsid: 'com.atproto.repo.putRecord', json, effect }, context);
    return shaped(Reference, reply, effect);
  };

  return {
    async comments(post, { since, own = false }, context) {
      const reply = await read(
        'app.bsky.feed.getPostThread',
        { uri: post.nativeId, depth: 50, parentHeight: 0 },
        context,
      );
      const found: Post[] = [];
      const waiting = [...(shaped(Thread, reply, 'read').thread.replies ?? [])];
      // The list grows while it is walked, so the replies come level by level.
      for (const node of waiting) {
        if (found.length >= maxReplies) break;
        if (node.post) found.push(node.post);
        for (const below of node.replies ?? []) waiting.push(below);
      }
      const oldest = since === undefined ? -Infinity : Date.parse(since);
      return {
        items: found
          .filter(({ author }) => (author.did === context.account.nativeId) === own)
          .filter(({ indexedAt }) => Date.parse(indexedAt) >= oldest)
          .map(commentOf),
      };
    },
    async reply(_post, parentNativeId, text, context) {
      const { uri, cid, record: parent } = await postAt(parentNativeId, context);
      const now = context.now();
      const facets = await facetsOf(text, async () => undefined);
      const record = {
        $type: postCollection,
        text,
        createdAt: now.toISOString(),
        ...(facets.length > 0 && { facets }),
        reply: { root: parent.reply?.root ?? { uri, cid }, parent: { uri, cid } },
      };
      const rkey = recordKey(now, `${parentNativeId} ${text}`);
      const made = await put({ collection: postCollection, rkey, record, effect: 'send' }, context);
      return { nativeId: made.uri, kind: 'reply', url: postUrl(web, context.account.username, made.uri) };
    },
    /** A threadgate on the thread's root hides replies; it is the account's own record, read and written whole. */
    async hide(_post, commentNativeId, { hidden }, context) {
      const root = (await postAt(commentNativeId, context)).record.reply?.root.uri ?? '';
      const { repo, rkey } = partsOf(root);
      if (repo !== context.account.nativeId)
        throw new PlatformError('refused', 'PUBLISH_ERROR', 'only replies under own posts can be hidden');
      const { instanceUrl } = context.account;
      const gate = await api
        .ask(
          'com.atproto.repo.getRecord',
          { repo, collection: gateCollection, rkey },
          { signal: context.signal, ...defined({ instanceUrl }) },
        )
        .then((reply) => shaped(Gate, reply, 'read').value)
        .catch((error: unknown) => {
          if (error instanceof PlatformError && error.platformCode === 'RecordNotFound') return undefined;
          throw error;
        });
      const others = (gate?.hiddenReplies ?? []).filter((uri) => uri !== commentNativeId);
      const record = {
        createdAt: context.now().toISOString(),
        ...gate,
        $type: gateCollection,
        post: root,
        hiddenReplies: hidden ? [...others, commentNativeId] : others,
      };
      await put({ collection: gateCollection, rkey, record, effect: 'step' }, context);
    },
    async mentions({ since, after }, context) {
      const query = { limit: 100, cursor: after };
      const page = shaped(Notifications, await read('app.bsky.notification.listNotifications', query, context), 'read');
      const oldest = since === undefined ? -Infinity : Date.parse(since);
      const items = page.notifications.filter(
        ({ reason, indexedAt }) => reason === 'mention' && Date.parse(indexedAt) >= oldest,
      );
      return { items: items.map(commentOf), ...defined({ next: page.cursor }) };
    },
    message: blueskyMessage(tools),
    async postMetrics(object, context) {
      const post = await postAt(object.nativeId, context);
      return answered({
        likes: post.likeCount,
        reposts: post.repostCount,
        replies: post.replyCount,
        quotes: post.quoteCount,
        bookmarks: post.bookmarkCount,
      });
    },
    async accountMetrics(context) {
      const profile = await read('app.bsky.actor.getProfile', { actor: context.account.nativeId }, context);
      const { followersCount: followers, postsCount: posts } = shaped(Profile, profile, 'read');
      return answered({ followers, posts });
    },
  };
};
