import type { components } from '@social-publishing/client/schema';
import type { DraftFile } from './draft.ts';
import type { Values } from './forms/values.ts';
import type { PlatformConstant, PlatformKey } from './platforms.ts';

type Metadata = components['schemas']['PlatformMetadata'];
type FieldOf<Platform extends PlatformConstant> = keyof NonNullable<Metadata[Platform]>;

type CoverFields = Readonly<{
  /** The option that takes a moment of the video, and how many of its units a second has. */
  moment: string;
  perSecond: number;
  /** The option that takes the address of a picture, on platforms that take one. */
  address?: string;
}>;

/** The options by which a platform is asked for the cover of a video. */
const coverFields: Readonly<Partial<Record<PlatformKey, CoverFields>>> = {
  instagram: { moment: 'thumbOffsetMs', perSecond: 1000, address: 'coverUrl' } satisfies {
    moment: FieldOf<'INSTAGRAM'>;
    perSecond: number;
    address: FieldOf<'INSTAGRAM'>;
  },
  tiktok: { moment: 'tiktokCoverTimestampMs', perSecond: 1000 } satisfies {
    moment: FieldOf<'TIKTOK'>;
    perSecond: number;
  },
  pinterest: { moment: 'coverKeyFrameSeconds', perSecond: 1, address: 'coverImageUrl' } satisfies {
    moment: FieldOf<'PINTEREST'>;
    perSecond: number;
    address: FieldOf<'PINTEREST'>;
  },
};

export type Cover = Readonly<{ seconds: number } | { address: string }>;
type AllOptions = Readonly<Partial<Record<PlatformKey, Values>>>;

export const takesMoment = (platform: PlatformKey): boolean => coverFields[platform] !== undefined;
/** Whether the moment of a cover has no parts of a second there. */
export const takesWholeSeconds = (platform: PlatformKey): boolean => coverFields[platform]?.perSecond === 1;
export const takesPicture = (platform: PlatformKey): boolean => coverFields[platform]?.address !== undefined;

/** The file whose cover is chosen: a post has one video on each platform with covers. */
export const coveredVideo = (files: readonly DraftFile[]): DraftFile | undefined =>
  files.find(({ video }) => video !== undefined);

/** The cover that the options of a platform ask for. A picture goes before a moment, as on the platforms. */
export const coverOf = (options: AllOptions, platform: PlatformKey): Cover | undefined => {
  const fields = coverFields[platform];
  if (fields === undefined) return undefined;
  const values = options[platform] ?? {};
  const address = fields.address === undefined ? undefined : values[fields.address];
  if (typeof address === 'string' && address !== '') return { address };
  const moment = values[fields.moment];
  return typeof moment === 'number' ? { seconds: moment / fields.perSecond } : undefined;
};

/** A platform takes whole units alone: a part of one is left away, as the publisher does. */
const unitsOf = (seconds: number, perSecond: number): number =>
  Math.floor((Math.round(seconds * 1000) * perSecond) / 1000);

const without = (values: Values, names: readonly (string | undefined)[]): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));

/**
 * The options with another cover on each of these platforms that takes it, or with none. A moment replaces a picture and a
 * picture a moment; where a platform takes no picture, its moment stays.
 */
export const withCover = (
  options: AllOptions,
  platforms: readonly PlatformKey[],
  cover: Cover | undefined,
): AllOptions => {
  const changed = platforms.flatMap((platform) => {
    const fields = coverFields[platform];
    if (fields === undefined) return [];
    const { moment, perSecond, address } = fields;
    const others = without(options[platform] ?? {}, [moment, address]);
    if (cover === undefined) return [[platform, others] as const];
    if ('seconds' in cover) return [[platform, { ...others, [moment]: unitsOf(cover.seconds, perSecond) }] as const];
    return address === undefined ? [] : [[platform, { ...others, [address]: cover.address }] as const];
  });
  return { ...options, ...Object.fromEntries(changed) };
};
