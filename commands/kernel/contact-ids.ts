import type { Platform } from '../../domain/platforms/platform.ts';
import { idFrom } from './deterministic-ids.ts';

/** These ids contain no time: they are the same whenever a platform names the person or the message. */
const noTime = 0;

/** The id of a person on a platform, for one workspace: its stream begins once, also when two requests create it. */
export const contactIdOf = (workspaceId: string, platform: Platform, platformId: string): string =>
  idFrom(noTime, JSON.stringify(['contact', workspaceId, platform, platformId]));

/** The id of an inbound message of an account: a message that is reported again is the same one. */
export const inboundMessageIdOf = (accountId: string, platformMessageId: string): string =>
  idFrom(noTime, JSON.stringify(['inbound-message', accountId, platformMessageId]));
