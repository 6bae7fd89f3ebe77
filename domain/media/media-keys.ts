import { extensionOf } from './media-types.ts';

/** Where a client uploads the bytes: not public, because they are not checked yet. */
export const uploadKey = (workspaceId: string, mediaId: string): string => `uploads/${workspaceId}/${mediaId}`;

/** The public key of the finished file. */
export const publicKey = (workspaceId: string, mediaId: string, contentType: string): string =>
  `media/${workspaceId}/${mediaId}.${extensionOf(contentType)}`;

export const posterKey = (workspaceId: string, mediaId: string): string => `media/${workspaceId}/${mediaId}-poster.jpg`;

/** The key of a silent video's copy that has an audio track. */
export const withAudioKey = (workspaceId: string, mediaId: string, contentType: string): string =>
  `media/${workspaceId}/${mediaId}-audio.${extensionOf(contentType)}`;

export const avatarKey = (workspaceId: string, id: string, contentType: string): string =>
  `avatars/${workspaceId}/${id}.${extensionOf(contentType)}`;

/** Everything of a workspace: no key of a file lies outside of these. */
export const foldersOf = (workspaceId: string): readonly string[] =>
  ['uploads', 'media', 'avatars'].map((kind) => `${kind}/${workspaceId}`);

/** The upload of an object; undefined for any other key. */
export const uploadOf = (key: string): { workspaceId: string; mediaId: string } | undefined => {
  const [, workspaceId, mediaId] = /^uploads\/([^/]+)\/([^/]+)$/.exec(key) ?? [];
  return workspaceId !== undefined && mediaId !== undefined ? { workspaceId, mediaId } : undefined;
};
