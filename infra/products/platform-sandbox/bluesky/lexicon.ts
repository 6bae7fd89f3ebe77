import { z } from 'zod';

export const graphemes = (text: string): number =>
  [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)].length;

const Reference = z.object({
  uri: z.string().regex(/^at:\/\/did:[a-z]+:[^/]+\/[a-zA-Z.]+\/[\w.~:-]+$/),
  cid: z.string().min(1),
});

export const BlobReference = z.object({
  $type: z.literal('blob'),
  ref: z.object({ $link: z.string() }),
  mimeType: z.string(),
  size: z.int(),
});

const Image = z.object({
  alt: z.string(),
  image: BlobReference,
  aspectRatio: z.object({ width: z.int().min(1), height: z.int().min(1) }).optional(),
});

export const Facet = z.object({
  index: z.object({ byteStart: z.int().min(0), byteEnd: z.int().min(0) }),
  features: z.array(
    z.discriminatedUnion('$type', [
      z.object({ $type: z.literal('app.bsky.richtext.facet#link'), uri: z.url() }),
      z.object({ $type: z.literal('app.bsky.richtext.facet#mention'), did: z.string().startsWith('did:') }),
      z.object({ $type: z.literal('app.bsky.richtext.facet#tag'), tag: z.string().max(640) }),
    ]),
  ),
});

const languageTag = /^[a-z]{2,3}(-[A-Za-z0-9]{1,8})*$/;

/** Lexicon app.bsky.feed.post, as far as the service writes it. */
export const PostRecord = z.object({
  $type: z.literal('app.bsky.feed.post'),
  text: z.string(),
  createdAt: z.iso.datetime({ offset: true }),
  langs: z.array(z.string().regex(languageTag, 'must be a well-formed BCP 47 language tag')).max(3).optional(),
  labels: z
    .object({
      $type: z.literal('com.atproto.label.defs#selfLabels'),
      values: z.array(z.object({ val: z.string().max(128) })).max(10),
    })
    .optional(),
  facets: z.array(Facet).optional(),
  embed: z
    .discriminatedUnion('$type', [
      z.object({ $type: z.literal('app.bsky.embed.images'), images: z.array(Image).max(4) }),
      z.object({
        $type: z.literal('app.bsky.embed.external'),
        external: z.object({ uri: z.url(), title: z.string(), description: z.string() }),
      }),
    ])
    .optional(),
  reply: z.object({ root: Reference, parent: Reference }).optional(),
});
export type PostRecord = z.infer<typeof PostRecord>;

export const imagesOf = ({ embed }: PostRecord) => (embed && 'images' in embed ? embed.images : []);

/** Lexicon app.bsky.feed.threadgate. */
export const GateRecord = z.object({
  $type: z.literal('app.bsky.feed.threadgate'),
  post: z.string().startsWith('at://'),
  createdAt: z.iso.datetime({ offset: true }),
  hiddenReplies: z.array(z.string().startsWith('at://')).max(300).optional(),
});

const maxImageBytes = 2_000_000;

/** The server's error for a post, with its JSON path; undefined where the post is valid. */
export const faultOf = (record: unknown): string | undefined => {
  const parsed = PostRecord.safeParse(record);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    return `Invalid app.bsky.feed.post record: ${issue?.message ?? 'invalid'} at $.record.${issue?.path.join('.') ?? ''}`;
  }
  const { text, facets = [] } = parsed.data;
  const bytes = Buffer.byteLength(text, 'utf8');
  if (bytes > 3000) return `string too big (maximum 3000, got ${bytes}) at $.record.text`;
  if (graphemes(text) > 300) return `grapheme too big (maximum 300, got ${graphemes(text)}) at $.record.text`;
  for (const [index, { image }] of imagesOf(parsed.data).entries()) {
    const path = `$.record.embed.images[${index}].image`;
    if (image.size > maxImageBytes) return `blob too big (maximum ${maxImageBytes}, got ${image.size}) at ${path}`;
    if (!image.mimeType.startsWith('image/')) return `Expected "image/*" (got "${image.mimeType}") at ${path}`;
  }
  const outside = facets.some(({ index }) => index.byteEnd <= index.byteStart || index.byteEnd > bytes);
  return outside ? 'facet outside of the text at $.record.facets' : undefined;
};
