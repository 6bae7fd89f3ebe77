import type { Platform } from '../../domain/platforms/platform.ts';
import { idFrom } from '../kernel/deterministic-ids.ts';

/** These ids contain no time: they are the same whenever a platform names the person or the message. */
const noTime = 0;

/** The id of a person on a platform, for one workspace: its stream begins once, also when two requests create it. */
export const contactIdOf = (workspaceId: string, platform: Platform, platformId: string): string =>
  idFrom(noTime, JSON.stringify(['contact', workspaceId, platform, platformId]));

/**
 * Whose data something is that a person wrote. Meta names people only to applications that were reviewed
 * for it: what an unknown person wrote belongs to no contact, and to no other unknown person.
 */
export const authorIdOf = (
  workspaceId: string,
  platform: Platform,
  { authorId, nativeId }: Readonly<{ authorId: string; nativeId: string }>,
): string =>
  authorId === ''
    ? idFrom(noTime, JSON.stringify(['unknown author', workspaceId, platform, nativeId]))
    : contactIdOf(workspaceId, platform, authorId);

/** The id of an inbound message of an account: a message that is reported again is the same one. */
export const inboundMessageIdOf = (accountId: string, platformMessageId: string): string =>
  idFrom(noTime, JSON.stringify(['inbound-message', accountId, platformMessageId]));
