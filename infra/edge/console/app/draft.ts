import type { components } from '@social-publishing/client/schema';
import { filled, isValues, type Values } from './forms/values.ts';
import { localTime } from './moments.ts';
import { constantOf, isPlatform, type PlatformKey } from './platforms.ts';

type Schemas = components['schemas'];

export type DraftFile = Readonly<{
  id: string;
  filename: string;
  contentType: string;
  altText: string;
  /** The address of what is seen of it: of the picture itself, or of a frame of the video. */
  picture?: string;
  /** Its width by its height. */
  ratio?: number;
  /** The address of a video, and how long it plays. */
  video?: string;
  seconds?: number;
}>;

type Stored = Pick<
  Schemas['PostMedia'],
  | 'id'
  | 'filename'
  | 'contentType'
  | 'altText'
  | 'publicUrl'
  | 'thumbnailUrl'
  | 'dimensions'
  | 'videoWidth'
  | 'videoHeight'
  | 'durationMs'
>;

/** A file of the service as a file of a draft. */
export const draftFileOf = (file: Stored): DraftFile => {
  const { id, filename, contentType, altText = '', publicUrl, thumbnailUrl, dimensions, durationMs } = file;
  const width = dimensions?.width ?? file.videoWidth;
  const height = dimensions?.height ?? file.videoHeight;
  const picture = contentType.startsWith('image/') ? publicUrl : thumbnailUrl;
  return {
    id,
    filename,
    contentType,
    altText,
    ...(picture === null ? {} : { picture }),
    ...(width === undefined || height === undefined || height === 0 ? {} : { ratio: width / height }),
    ...(contentType.startsWith('video/') ? { video: publicUrl } : {}),
    ...(durationMs === undefined ? {} : { seconds: durationMs / 1000 }),
  };
};

/** A post of a thread after the first. */
export type ThreadPart = Readonly<{ content: string; files: readonly DraftFile[] }>;

export const emptyPart: ThreadPart = { content: '', files: [] };

/** When a post goes out. `queue` is the next free slot of the workspace. */
export type When = 'later' | 'now' | 'at' | 'queue';

/** The draft of a post. Texts may be longer than any platform takes: the person shortens them. */
export type Draft = Readonly<{
  content: string;
  accountIds: readonly string[];
  /** The text of one platform, where it is another one. */
  overrides: Readonly<Partial<Record<PlatformKey, string>>>;
  /** The posts that follow the first one, on platforms with threads. */
  thread: readonly ThreadPart[];
  firstComment: string;
  /** What each platform is asked for beside the text, by the names of the API. */
  options: Readonly<Partial<Record<PlatformKey, Values>>>;
  files: readonly DraftFile[];
  when: When;
  /** As a field of the kind `datetime-local` has it, in the person's time zone. */
  time: string;
}>;

/** Changes a draft; by a function where an answer leads to the change, and the person may have written on. */
export type ChangeDraft = (changes: Partial<Draft> | ((before: Draft) => Partial<Draft>)) => void;

export const emptyDraft: Draft = {
  content: '',
  accountIds: [],
  overrides: {},
  thread: [],
  firstComment: '',
  options: {},
  files: [],
  when: 'later',
  time: '',
};

type Fields = Schemas['CreatePostRequest'];

const threadOf = ({ content, thread, files }: Draft): NonNullable<Fields['threadItems']> | null => {
  const parts = thread.filter((part) => part.content.trim() !== '' || part.files.length > 0);
  if (parts.length === 0) return null;
  return [{ content, files }, ...parts].map((part, index) => ({
    sequence: index + 1,
    content: part.content,
    mediaIds: part.files.map(({ id }) => id),
  }));
};

const overridesOf = ({ overrides }: Draft): NonNullable<Fields['platformOverrides']> | null => {
  const texts = Object.entries(overrides).flatMap(([platform, content]) =>
    isPlatform(platform) && content.trim() !== '' ? [[constantOf(platform), { content }] as const] : [],
  );
  return texts.length === 0 ? null : Object.fromEntries(texts);
};

/** The fields of each platform; null for one that `before` has and the draft has not. */
const metadataOf = ({ options }: Draft, before: Draft): Pick<Fields, 'platformMetadata'> => {
  const platforms = Object.keys({ ...before.options, ...options }).filter(isPlatform);
  const changed = platforms.flatMap((platform) => {
    const removed = Object.keys(before.options[platform] ?? {}).map((name) => [name, null]);
    const fields = { ...Object.fromEntries(removed), ...filled(options[platform] ?? {}) };
    return Object.keys(fields).length === 0 ? [] : [[constantOf(platform), fields] as const];
  });
  return changed.length === 0 ? {} : { platformMetadata: Object.fromEntries(changed) };
};

/**
 * The body of a request that creates a post, or changes it from what it was `before`. An empty field is null, so that a
 * change empties it.
 */
export const requestOf = (draft: Draft, before: Draft = emptyDraft): Fields => ({
  content: draft.content,
  accountIds: [...draft.accountIds],
  mediaIds: draft.files.map(({ id }) => id),
  threadItems: threadOf(draft),
  platformOverrides: overridesOf(draft),
  firstComment: draft.firstComment.trim() === '' ? null : draft.firstComment,
  ...metadataOf(draft, before),
  ...timeOf(draft),
});

const timeOf = ({ when, time }: Draft): Pick<Fields, 'saveAsDraft' | 'scheduledFor' | 'queue'> => {
  if (when === 'at') return { scheduledFor: new Date(time).toISOString(), saveAsDraft: false };
  if (when === 'queue') return { queue: true, saveAsDraft: false };
  return { saveAsDraft: true };
};

/** The files of the parts of a thread after the first one: an answer names them by their ids alone. */
export const filesOfThread = ({ threadItems = [] }: Pick<Schemas['Post'], 'threadItems'>): ReadonlySet<string> =>
  new Set(threadItems.flatMap(({ sequence, mediaIds }) => (sequence === 1 ? [] : mediaIds)));

/** A file that was deleted since. The service keeps it with the post until a person removes it. */
const goneFile = (id: string): DraftFile => ({ id, filename: 'a file that is gone', contentType: '', altText: '' });

/** A post as a draft, to be edited, with the files of its thread. */
export const draftOf = (post: Schemas['Post'], stored: readonly Stored[] = []): Draft => {
  const files = new Map(stored.map((file) => [file.id, draftFileOf(file)]));
  const [first, ...others] = (post.threadItems ?? []).toSorted((one, other) => one.sequence - other.sequence);
  return {
    ...emptyDraft,
    content: first?.content || post.content,
    accountIds: post.accountIds,
    overrides: Object.fromEntries(
      Object.entries(post.platformOverrides ?? {}).map(([platform, { content }]) => [platform.toLowerCase(), content]),
    ),
    thread: others.map(({ content, mediaIds }) => ({
      content,
      files: mediaIds.map((id) => files.get(id) ?? goneFile(id)),
    })),
    firstComment: post.firstComment ?? '',
    options: Object.fromEntries(
      Object.entries(post.platformMetadata ?? {}).flatMap(([platform, fields]) =>
        isPlatform(platform.toLowerCase()) && isValues(fields) ? [[platform.toLowerCase(), fields]] : [],
      ),
    ),
    files: post.media.map(draftFileOf),
    ...(post.scheduledFor === null ? {} : { when: 'at', time: localTime(post.scheduledFor) }),
  };
};
