import { z } from 'zod';
import { PlatformError } from '../../../../domain/platforms/platform-error.ts';
import type { Rendered } from '../../../../domain/platforms/publisher.ts';

const text = z.string().optional().catch(undefined);

/** The options of a person per post (the `BLUESKY` fields of `platformMetadata`). */
const Metadata = z.object({
  languages: z.array(z.string()).optional().catch(undefined),
  labels: z.array(z.string()).optional().catch(undefined),
  link: text,
  linkTitle: text,
  linkDescription: text,
  altText: text,
});
export type Options = z.infer<typeof Metadata>;

const refused = (message: string): PlatformError => new PlatformError('refused', 'PUBLISH_ERROR', message);

/** The options of a post. What its record has no place for is refused by name, before anything is sent. */
export const optionsOf = ({ metadata, media }: Rendered): Options => {
  const options = Metadata.parse(metadata);
  const { link, linkTitle, linkDescription } = options;
  if (link !== undefined && media.length > 0)
    throw refused('a Bluesky post shows images or the card of a link, not both: leave out BLUESKY.link');
  if (link === undefined && (linkTitle ?? linkDescription) !== undefined)
    throw refused('BLUESKY.linkTitle and BLUESKY.linkDescription describe a BLUESKY.link, which is missing');
  return options;
};

/** Lexicon app.bsky.feed.post: what holds for each item of a thread. */
export const labelled = ({ languages = [], labels = [] }: Options) => ({
  ...(languages.length > 0 && { langs: languages }),
  ...(labels.length > 0 && {
    labels: { $type: 'com.atproto.label.defs#selfLabels', values: labels.map((val) => ({ val })) },
  }),
});

/** Lexicon app.bsky.embed.external: title and description are required there. */
export const cardOf = ({ link, linkTitle, linkDescription = '' }: Options) =>
  link === undefined
    ? undefined
    : {
        $type: 'app.bsky.embed.external',
        external: { uri: link, title: linkTitle ?? link, description: linkDescription },
      };
