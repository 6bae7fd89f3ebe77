import { z } from 'zod';
import { hmac, hubChallenge, isSame, type NativeChange, type WebhookReceiver } from '../webhook.ts';
import { defined } from '../../../../domain/kernel/defined.ts';

const Change = z.object({ field: z.string(), value: z.unknown() });

/**
 * Threads sends one flat body for each change; `values` is an object, and a list in some deliveries
 * (Meta: "Webhooks for Threads").
 */
const Body = z.object({
  target_id: z.coerce.string().optional(),
  values: z.union([z.array(Change), Change.transform((one) => [one])]),
});

/** A reply or a post as Threads reports it. */
const Media = z.object({
  id: z.string(),
  text: z.string().default(''),
  username: z.string(),
  permalink: z.string().optional(),
  timestamp: z.string().refine((text) => !Number.isNaN(Date.parse(text))),
  root_post: z.object({ id: z.string(), owner_id: z.string().optional(), username: z.string().optional() }).optional(),
  replied_to: z.object({ id: z.string() }).optional(),
});
type Media = z.infer<typeof Media>;

type Read = Pick<NativeChange, 'authorId' | 'what'>;

const other: Read = { authorId: '', what: { kind: 'other' } };

const readReply = ({
  id: nativeId,
  text,
  username,
  permalink,
  timestamp,
  root_post: root,
  replied_to,
}: Media): Read => {
  // Threads also reports what the owner of the post answers.
  if (!root || root.username === username) return other;
  const comment = {
    nativeId,
    author: { id: username, username },
    text,
    createdAt: new Date(timestamp).toISOString(),
    ...(replied_to && replied_to.id !== root.id && { parentNativeId: replied_to.id }),
    ...defined({ url: permalink }),
  };
  return { authorId: username, what: { kind: 'comment', postId: root.id, comment, isEdit: false } };
};

const readMention = ({ id: nativeId, text, username, permalink: url, timestamp }: Media): Read => {
  const createdAt = new Date(timestamp).toISOString();
  const mention = { nativeId, mediaId: nativeId, author: { id: username, username }, text, createdAt, url };
  return { authorId: username, what: { kind: 'mention', mention } };
};

const readers: Readonly<Record<string, (media: Media) => Read>> = { replies: readReply, mentions: readMention };

/** The webhooks of Threads: the challenge of the hub, and a signature over the raw body. */
export const threadsWebhooks: WebhookReceiver = {
  proof: 'x-hub-signature-256',
  challenge: hubChallenge,
  isGenuine: ({ header, body }, { clientSecret }) =>
    isSame(header('x-hub-signature-256'), `sha256=${hmac('sha256', clientSecret, body, 'hex')}`),
  changes: (body) => {
    const parsed = Body.safeParse(body);
    if (!parsed.success) return [];
    const { values, target_id: target = '' } = parsed.data;
    return values.map(({ field, value }) => {
      const media = Media.safeParse(value);
      // A reply names the owner of the post, a mention the mentioned profile.
      const to = (media.success ? media.data.root_post?.owner_id : undefined) ?? target;
      const read = media.success ? readers[field]?.(media.data) : undefined;
      return { platform: 'THREADS', to, raw: JSON.stringify({ field, value }), ...(read ?? other) };
    });
  },
  bodyAgain: (change, to) => ({ target_id: to, values: change }),
};
