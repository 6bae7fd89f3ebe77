import { contentTypeFor } from '../../domain/content/media-facts.ts';
import { mergePlatformMetadata, readPlatformMetadata } from '../../domain/content/platform-metadata.ts';
import { mergeOverrides, readOverrides } from '../../domain/content/platform-overrides.ts';
import { orderedThread } from '../../domain/content/thread-items.ts';
import { notFound, Refused } from '../../domain/kernel/refused.ts';
import { persona } from '../../domain/personas/persona.ts';
import type { PostContent, PostMedia, Destination } from '../../domain/posts/values.ts';
import type { CallersStreams, PostPorts } from './ports.ts';
import { mediaOf, overridesOf, type RequestedPost } from './post-request.ts';
import { isConnected, type AccountFacts } from '../../domain/content/account-eligibility.ts';
import { pausedByPlan } from '../../domain/accounts/paused-by-plan.ts';
import type { Platform } from '../../domain/platforms/platform.ts';

const empty: PostContent = {
  content: '',
  contentType: 'TEXT',
  media: [],
  overrides: {},
  threadItems: [],
  firstComment: null,
  firstCommentDelay: 0,
  personaId: null,
  platformMetadata: {},
  metadata: {},
};

const readyMedia = async (
  ids: readonly string[],
  streams: CallersStreams,
  { directory }: PostPorts,
): Promise<(id: string, field: string) => PostMedia> => {
  const found = ids.length === 0 ? new Map() : await directory.media([...new Set(ids)], streams);
  return (id, field) => {
    const known = found.get(id);
    if (!known?.ready) {
      const state = known ? 'is not READY' : 'does not exist';
      throw new Refused('VALIDATION_ERROR', `Media ${id} ${state}`, { field, mediaId: id });
    }
    return known.media;
  };
};

/** Whether the workspace has a persona with this id. */
const isPersona = async (id: string, { load }: CallersStreams): Promise<boolean> =>
  typeof (await load(persona, id))?.state === 'object';

/** The content of a new post: what its request gives, and the empty value of every other field. */
export const newContent = async (
  requested: RequestedPost,
  streams: CallersStreams,
  ports: PostPorts,
): Promise<PostContent> => {
  const given = await contentFrom(requested, undefined, streams, ports);
  return { ...empty, ...given };
};

/**
 * The changes of a request to a post's content. Of a new post `before` is absent, and every field
 * is in the answer.
 */
export const contentFrom = async (
  requested: RequestedPost,
  before: PostContent | undefined,
  streams: CallersStreams,
  ports: PostPorts,
): Promise<Partial<PostContent>> => {
  const base = before ?? empty;
  const attached = mediaOf(requested);
  const items = requested.threadItems === null ? [] : requested.threadItems && orderedThread(requested.threadItems);
  const file = await readyMedia(
    [...(attached ?? []).map(({ id }) => id), ...(items?.flatMap((one) => one.mediaIds ?? []) ?? [])],
    streams,
    ports,
  );
  const overrides = overridesOf(requested);
  const { personaId } = requested;
  if (personaId && personaId !== base.personaId && !(await isPersona(personaId, streams))) throw notFound('Persona');

  const changes: Partial<PostContent> = {};
  if (requested.content !== undefined) changes.content = requested.content;
  if (attached)
    changes.media = attached.map(({ id, altText }) =>
      altText === undefined ? file(id, 'mediaIds') : { ...file(id, 'mediaIds'), altText },
    );
  if (items) {
    changes.threadItems = items.map(({ sequence, content, mediaIds: ids }) => ({
      sequence,
      content: content ?? '',
      media: (ids ?? []).map((id) => file(id, `threadItems.${sequence - 1}.mediaIds`)),
    }));
  }
  if (overrides === null) changes.overrides = {};
  else if (overrides) changes.overrides = mergeOverrides(base.overrides, readOverrides(overrides));
  if (requested.firstComment !== undefined) changes.firstComment = requested.firstComment;
  if (requested.firstCommentDelay !== undefined) changes.firstCommentDelay = requested.firstCommentDelay;
  if (personaId !== undefined) changes.personaId = personaId;
  if (requested.platformMetadata === null) changes.platformMetadata = {};
  else if (requested.platformMetadata) {
    changes.platformMetadata = mergePlatformMetadata(
      base.platformMetadata,
      readPlatformMetadata(requested.platformMetadata),
    );
  }
  if (requested.metadata !== undefined) changes.metadata = requested.metadata ?? {};
  if (requested.contentType) changes.contentType = requested.contentType;
  else if (changes.media || changes.threadItems || !before) {
    const { media, threadItems } = { ...base, ...changes };
    changes.contentType = contentTypeFor({ media: media.map(({ contentType }) => ({ contentType })), threadItems });
  }
  return before ? changes : { ...empty, ...changes };
};

/**
 * One destination per account, in the order requested. `platforms` narrows the accounts to some
 * platforms; each of them must have an account among those named.
 */
export const destinationsFor = (
  { accountIds, platforms }: Readonly<{ accountIds: readonly string[]; platforms: readonly Platform[] | undefined }>,
  accounts: ReadonlyMap<string, AccountFacts>,
  known: readonly Destination[],
  newId: (name: string) => string,
): readonly Destination[] => {
  const wanted = [...new Set(accountIds)].flatMap((accountId) => {
    const account = accounts.get(accountId);
    if (!account || !isConnected(account)) throw notFound(`Account ${accountId}`);
    if (platforms && !platforms.includes(account.platform)) return [];
    const before = known.find((destination) => destination.accountId === accountId);
    // A post that has the account already can still be edited: the account may be resumed before it is due.
    if (account.paused && !before) throw pausedByPlan(accountId);
    if (before) {
      const { postPlatformId, platform } = before;
      return [{ postPlatformId, platform, accountId }];
    }
    return [{ postPlatformId: newId(`destination/${accountId}`), platform: account.platform, accountId }];
  });
  const missing = platforms?.find((platform) => !wanted.some((destination) => destination.platform === platform));
  if (missing) {
    throw new Refused('VALIDATION_ERROR', `No account of the post is on ${missing}`, {
      field: 'platforms',
      platform: missing,
    });
  }
  return wanted;
};
