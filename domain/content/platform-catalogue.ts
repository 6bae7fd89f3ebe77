import { platforms } from '../platforms/platform.ts';
import { platformFields } from './platform-fields.ts';
import { platformRules } from './platform-rules.ts';
import { type FileRules, type PlatformRules } from './content-rules.ts';

const files = (rules: FileRules) => ({
  max: rules.max,
  maxBytes: rules.bytes,
  contentTypes: rules.types ?? rules.advised ?? null,
});

const videos = (rules: PlatformRules['video']) =>
  rules.max === 0
    ? null
    : {
        ...files(rules),
        maxDurationSeconds: rules.seconds,
        maxReelDurationSeconds: rules.reelSeconds ?? rules.seconds,
      };

const entry = (platform: (typeof platforms)[number]) => {
  const rules = platformRules[platform];
  return {
    id: platform,
    platform: platform.toLowerCase(),
    name: rules.name,
    contentTypes: rules.contentTypes,
    text: { maxLength: rules.text.limit, unit: rules.text.unit, maxBytes: rules.text.bytes?.limit ?? null },
    title: rules.title === undefined ? null : { maxLength: rules.title.limit },
    images: files(rules.images),
    animatedGif: rules.animatedGif === undefined ? null : { max: 1, maxBytes: rules.animatedGif.bytes },
    video: videos(rules.video),
    documents: rules.documents === undefined ? null : { max: rules.documents.max, maxBytes: rules.documents.bytes },
    mixedMedia: rules.mixing === 'free',
    mediaRequired: rules.mediaRequired !== 'none',
    aspectRatio: rules.aspectRatio ?? null,
    hashtags: {
      recommendedMin: rules.hashtags?.recommended?.[0] ?? null,
      recommendedMax: rules.hashtags?.recommended?.[1] ?? null,
      softMax: rules.hashtags?.soft ?? null,
      max: rules.hashtags?.hard ?? null,
    },
    maxMentions: rules.mentions?.max ?? null,
    linksClickable: rules.links?.clickable ?? true,
    firstComment: rules.firstComment.supported,
    postingCeilings: rules.ceilings.map(({ posts, seconds }) => ({ posts, perSeconds: seconds })),
    metadataFields: Object.keys(platformFields[platform].shape),
  };
};

export type PlatformCatalogueEntry = ReturnType<typeof entry>;

/**
 * Each platform's limits, as the API returns them. `null` means no such limit, or no such feature
 * on the platform.
 */
export const platformCatalogue = (): readonly PlatformCatalogueEntry[] => platforms.map(entry);
