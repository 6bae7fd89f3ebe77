import type { PlatformRequirements } from '../requirements.ts';

export const telegramRequirements: PlatformRequirements = {
  versions: [],
  logins: [],
  approval: 'none: a person gives the token of their own bot, which is an administrator of the channel.',
};
