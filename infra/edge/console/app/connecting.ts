import { messageOf } from './message-of.ts';
import { answered, api, type Schemas } from './api.ts';
import { whereAsked } from './opening.ts';
import type { PlatformKey } from './platforms.ts';

const key = 'console.connecting';

type Connecting = Readonly<{ platform: PlatformKey; state: string }>;
export type Wishes = Readonly<{
  instanceUrl?: string;
  loginHint?: string;
  oauthVersion?: 'instagram_login' | 'fb_login';
  accountType?: 'member' | 'organization';
}>;

/** The address that platforms send people back to; it is registered with each of them. */
export const returnAddress = (): string => `${location.origin}/console`;

/** Leaves for the platform's consent page. */
export const connect = async (platform: PlatformKey, wishes: Wishes): Promise<void> => {
  const body = { redirectUri: returnAddress(), ...wishes };
  const params = { path: { platform } };
  const isThere = whereAsked();
  const { authorizationUrl, state } = await answered(api.POST('/v1/accounts/connect/{platform}', { params, body }));
  if (!isThere()) return;
  sessionStorage.setItem(key, JSON.stringify({ platform, state } satisfies Connecting));
  location.assign(authorizationUrl);
};

/** How connecting an account ended; shown once. */
export type Connected = Readonly<{ account: Schemas['Account'] } | { problem: string }>;

let ended: Connected | undefined;

export const lastConnected = (): Connected | undefined => {
  const shown = ended;
  ended = undefined;
  return shown;
};

/** Whether the address is the return of a person whom the console sent to a platform. */
const returned = (answer: URLSearchParams): Connecting | undefined => {
  const kept = sessionStorage.getItem(key);
  if (kept === null) return undefined;
  const connecting = JSON.parse(kept) as Connecting;
  // An answer with another state is that of a sign-in, or was not asked for here.
  return answer.get('state') === connecting.state ? connecting : undefined;
};

/** Completes connecting an account from the platform's answer in the address bar, if there is one. */
export const finishConnecting = async (): Promise<void> => {
  const answer = new URLSearchParams(location.search);
  const connecting = returned(answer);
  if (connecting === undefined) return;
  sessionStorage.removeItem(key);
  history.replaceState(null, '', '/console#/accounts');
  const { platform, state } = connecting;
  const [code, iss] = [answer.get('code'), answer.get('iss')];
  if (code === null) {
    ended = { problem: answer.get('error_description') ?? 'The platform gave no permission.' };
    return;
  }
  const body = { code, state, ...(iss === null ? {} : { iss }) };
  ended = await answered(api.POST('/v1/accounts/callback/{platform}', { params: { path: { platform } }, body })).then(
    ({ account }) => ({ account }),
    (fault: unknown) => ({ problem: messageOf(fault) }),
  );
};
