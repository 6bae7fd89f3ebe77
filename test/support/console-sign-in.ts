import { createHash, randomBytes } from 'node:crypto';
import { cookieBrowser, locationOf } from './cookie-browser.ts';

export type SignedIn = Readonly<{ token: string }>;

const verifier = randomBytes(32).toString('base64url');

/** The address at which the console sends a person to sign in. */
export const authorizationAt = (origin: string): string =>
  `/oidc/auth?${new URLSearchParams({
    client_id: 'console',
    response_type: 'code',
    redirect_uri: `${origin}/console`,
    scope: 'openid email profile',
    state: 's',
    code_challenge_method: 'S256',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  }).toString()}`;

/** The token of a sign-in that ended at this address of the console. */
export const tokenAt = async (origin: string, back: string): Promise<SignedIn> => {
  const answer = await fetch(`${origin}/oidc/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: 'console',
      redirect_uri: `${origin}/console`,
      code: new URL(back).searchParams.get('code') ?? '',
      code_verifier: verifier,
    }),
  });
  const { access_token: token } = (await answer.json()) as { access_token?: string };
  if (token === undefined) throw new Error(`no token: ${answer.status}`);
  return { token };
};

/** Signs a person in as the console does: with a password, and with a code where the page asks for one. */
export const signInWithin = async (
  origin: string,
  { email, password }: Readonly<{ email: string; password: string }>,
  code?: string,
): Promise<SignedIn> => {
  const { go } = cookieBrowser(origin);
  const page = locationOf(await go(authorizationAt(origin)));
  let sent = await go(page, { email, password });
  const half = /name="half" value="([^"]*)"/.exec(sent.status === 200 ? await sent.text() : '')?.[1];
  if (half !== undefined) {
    if (code === undefined) throw new Error('the sign-in asked for a code');
    sent = await go(page, { half, code });
  }
  if (sent.status !== 303) throw new Error(`the sign-in answered ${sent.status}`);
  const back = await go(locationOf(sent));
  if (locationOf(back) === '') throw new Error(`the provider answered ${back.status}: ${await back.text()}`);
  return tokenAt(origin, locationOf(back));
};
