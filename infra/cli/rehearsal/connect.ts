import { randomBytes } from 'node:crypto';
import { destinationRule } from '../../../domain/accounts/destination-rules.ts';
import type { Connector, Destination, Grant } from '../../../domain/platforms/connector.ts';
import type { Platform } from '../../../domain/platforms/platform.ts';
import type { PlatformAccount } from '../../../domain/platforms/publisher.ts';
import { Missing } from './media-files.ts';
import { signInOf, type Environment } from './needs.ts';
import { defined } from '../../../domain/kernel/defined.ts';

export type Connected = Readonly<{
  account: PlatformAccount;
  grant: Grant;
  /** Whether the token came by this rehearsal, which may renew it. */
  isOwn: boolean;
}>;

export type Consent = (url: string) => Promise<string>;

type Login = Readonly<{ accountType?: 'member' | 'organization'; oauthVersion?: 'instagram_login' | 'fb_login' }>;

const loginIn = ({ REHEARSE_LOGIN: login }: Environment): Login => {
  if (login === 'member' || login === 'organization') return { accountType: login };
  return login === 'instagram_login' || login === 'fb_login' ? { oauthVersion: login } : {};
};

const extraIn = ({ REHEARSE_EXTRA: text }: Environment): Readonly<Record<string, string>> => {
  if (!text) return {};
  try {
    return JSON.parse(text) as Readonly<Record<string, string>>;
  } catch {
    throw new Missing('REHEARSE_EXTRA is not JSON');
  }
};

const byConsent = async (connector: Connector, env: Environment, consent: Consent): Promise<Grant> => {
  const redirectUri = env['REHEARSE_REDIRECT_URI'];
  if (!redirectUri) throw new Missing('REHEARSE_REDIRECT_URI is not set, and no token is given');
  const request = {
    state: randomBytes(16).toString('base64url'),
    redirectUri,
    codeVerifier: randomBytes(48).toString('base64url'),
    ...loginIn(env),
    ...(env['REHEARSE_INSTANCE_URL'] && { instanceUrl: env['REHEARSE_INSTANCE_URL'] }),
    ...(env['REHEARSE_IDENTIFIER'] && { loginHint: env['REHEARSE_IDENTIFIER'] }),
  };
  const { url, remember } = await connector.authorizationUrl(request);
  const back = new URL(await consent(url)).searchParams;
  const code = back.get('code') ?? back.get('auth_code');
  if (code === null)
    throw new Missing(
      `the platform sent no code back: ${back.get('error_description') ?? back.get('error') ?? 'no reason'}`,
    );
  if (back.get('state') !== request.state) throw new Missing('the address is the answer to another request');
  return connector.exchange(code, { ...request, ...(remember && { remembered: remember }) });
};

const grantBy = async (
  platform: Platform,
  connector: Connector,
  env: Environment,
  consent: Consent,
): Promise<Pick<Connected, 'grant' | 'isOwn'>> => {
  const secret = signInOf(platform, env);
  if (secret && connector.signIn) return { grant: await connector.signIn(secret), isOwn: true };
  const { REHEARSE_ACCESS_TOKEN: accessToken, REHEARSE_REFRESH_TOKEN: refreshToken } = env;
  if (!accessToken) return { grant: await byConsent(connector, env, consent), isOwn: true };
  const extra = { ...extraIn(env), ...loginIn(env) };
  const credentials = { accessToken, ...(refreshToken && { refreshToken }), extra };
  return { grant: { credentials }, isOwn: false };
};

/** The destination that the operator named. In the sandbox the first one does. */
const chosen = async (
  platform: Platform,
  connector: Connector,
  {
    account,
    grant,
    env,
    isSandbox,
  }: Readonly<{ account: PlatformAccount; grant: Grant; env: Environment; isSandbox: boolean }>,
): Promise<Destination | undefined> => {
  const rule = destinationRule({ platform, oauthVersion: account.oauthVersion });
  const target = env['REHEARSE_TARGET'];
  if (!rule || (rule.optional && !target && !isSandbox)) return undefined;
  const all = await connector.destinations(account, grant.credentials);
  const found = all.find(({ id }) => id === target) ?? (isSandbox && !target ? all[0] : undefined);
  if (found || (rule.optional && !target)) return found;
  const names = all.map(({ id, name }) => `${id} (${name})`).join(', ') || 'none';
  throw new Missing(`REHEARSE_TARGET has to name a ${rule.noun}. The account has: ${names}`);
};

/** Connects by the environment's secret, its token, or a consent that a person gives. */
export const connect = async (
  platform: Platform,
  connector: Connector,
  { env, consent, isSandbox }: Readonly<{ env: Environment; consent: Consent; isSandbox: boolean }>,
): Promise<Connected> => {
  const { grant, isOwn } = await grantBy(platform, connector, env, consent);
  const { nativeId, username, accountType, oauthVersion, instanceUrl } = await connector.details(grant.credentials);
  const account: PlatformAccount = {
    id: 'rehearsal',
    nativeId,
    username,
    ...defined({ accountType, oauthVersion, instanceUrl, scopes: grant.scopes }),
  };
  const page = await chosen(platform, connector, { account, grant, env, isSandbox });
  return { account: { ...account, ...(page && { page: { id: page.id, name: page.name } }) }, grant, isOwn };
};
