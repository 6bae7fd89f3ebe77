import { z } from 'zod';
import { titleFor } from '../../../../domain/content/title.ts';
import type { Rendered } from '../../../../domain/platforms/publisher.ts';
import { cutText } from '../../../../domain/kernel/stored-text.ts';
import { defined } from '../../../../domain/kernel/defined.ts';

const flag = z.boolean().optional().catch(undefined);
const Fields = z.object({
  privacyStatus: z.enum(['public', 'unlisted', 'private']).default('public').catch('public'),
  tags: z.array(z.string()).default([]).catch([]),
  categoryId: z.string().default('22').catch('22'),
  madeForKids: z.boolean().default(false).catch(false),
  language: z.string().optional().catch(undefined),
  notifySubscribers: z.boolean().default(true).catch(true),
  embeddable: flag,
  license: z.enum(['youtube', 'creativeCommon']).optional().catch(undefined),
  containsSyntheticMedia: flag,
});

/**
 * YouTube accepts no angle brackets in titles and descriptions (videos resource); these characters
 * resemble them.
 */
const bracketless = (text: string): string => text.replaceAll('<', '‹').replaceAll('>', '›');

const maxTagsLength = 500;

/** The tags that fit: a tag with a space counts two quotation marks, and commas part them (videos resource, `snippet.tags[]`). */
const fitting = (tags: readonly string[]): string[] => {
  let length = 0;
  return tags
    .map((tag) => bracketless(tag).trim())
    .filter((tag) => {
      if (tag === '') return false;
      length += tag.length + (tag.includes(' ') ? 2 : 0) + 1;
      return length - 1 <= maxTagsLength;
    });
};

/**
 * The metadata of a new video. A title is required: the post's own, its first line, or the file's
 * name.
 */
export const videoResource = (rendered: Rendered) => {
  const fields = Fields.parse(rendered.metadata);
  const { text, metadata, media } = rendered;
  const named =
    titleFor('YOUTUBE', text, metadata) || cutText((media[0]?.filename ?? 'Video').replace(/\.\w+$/, ''), 100);
  const tags = fitting(fields.tags);
  return {
    notifySubscribers: fields.notifySubscribers,
    body: {
      snippet: {
        title: bracketless(named),
        description: bracketless(text),
        categoryId: fields.categoryId,
        ...(tags.length > 0 && { tags }),
        ...defined({ defaultLanguage: fields.language }),
      },
      status: {
        privacyStatus: fields.privacyStatus,
        selfDeclaredMadeForKids: fields.madeForKids,
        ...defined({
          embeddable: fields.embeddable,
          license: fields.license,
          containsSyntheticMedia: fields.containsSyntheticMedia,
        }),
      },
    },
  };
};
