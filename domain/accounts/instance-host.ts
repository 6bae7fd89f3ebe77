import type { ConnectedAccount } from './account-state.ts';

const hostOf = (address: string): string => {
  const text = /^[a-z]+:\/\//i.test(address) ? address : `https://${address}`;
  return URL.canParse(text) ? new URL(text).hostname : address.toLowerCase();
};

/**
 * The server of an account where a person named it (a Mastodon instance, a Bluesky PDS); undefined
 * where it is the platform's own. It is the part of the host's name that its owner registered,
 * because names below that part cost nothing. That is the last two labels, and three where the
 * second is as short as in `co.uk`.
 */
export const instanceHostOf = ({ profile }: Pick<ConnectedAccount, 'profile'>): string | undefined => {
  if (profile.instanceUrl === undefined) return undefined;
  const labels = hostOf(profile.instanceUrl).split('.');
  const [second = '', top = ''] = labels.slice(-2);
  return labels.slice(top.length === 2 && second.length <= 3 ? -3 : -2).join('.');
};
