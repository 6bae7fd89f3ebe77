/** The configuration of the identity provider that the service hands to the console. */
export type Identity = Readonly<{ issuer: string; clientId: string; audience: string }>;

const kept = { token: 'console.token', verifier: 'console.verifier', state: 'console.state', back: 'console.back' };

type Discovered = Readonly<{
  authorization_endpoint: string;
  token_endpoint: string;
  /** Absent where the provider cannot end its session at an application's wish (OpenID Connect RP-Initiated Logout). */
  end_session_endpoint?: string;
}>;

const identity = async (): Promise<Identity> => (await fetch('/console/identity.json')).json();

const discover = async (issuer: string): Promise<Discovered> => {
  const response = await fetch(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
  if (!response.ok) throw new Error(`The identity provider answered ${response.status}`);
  return response.json();
};

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

const random = (): string => base64url(crypto.getRandomValues(new Uint8Array(32)));

const challengeOf = async (verifier: string): Promise<string> =>
  base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))));

const redirectUri = (): string => `${location.origin}/console`;

/** The session's token, kept for this tab alone. */
export const currentToken = (): string | undefined => sessionStorage.getItem(kept.token) ?? undefined;

export const forgetToken = (): void => sessionStorage.removeItem(kept.token);

/**
 * Ends the session here and at the identity provider, so that the next person at this computer is
 * asked who they are. The page is left where the provider has an address for that.
 */
export const signOut = async (): Promise<void> => {
  const token = currentToken();
  forgetToken();
  const end = { method: 'DELETE', headers: { authorization: `Bearer ${token ?? ''}` } };
  // The service ends only the sessions of its own sign-in; it refuses for those of another provider.
  await fetch('/v1/users/me/sessions/current', end).catch(() => undefined);
  const { issuer, clientId } = await identity();
  const { end_session_endpoint: endpoint } = await discover(issuer);
  if (endpoint === undefined) return;
  const query = new URLSearchParams({ client_id: clientId, post_logout_redirect_uri: redirectUri() });
  location.assign(`${endpoint}?${query}`);
};

/**
 * Redirects to the identity provider: authorization code with PKCE (RFC 7636), as a public client
 * must.
 */
export const signIn = async (): Promise<void> => {
  const { issuer, clientId, audience } = await identity();
  const { authorization_endpoint: endpoint } = await discover(issuer);
  const [verifier, state] = [random(), random()];
  sessionStorage.setItem(kept.verifier, verifier);
  sessionStorage.setItem(kept.state, state);
  sessionStorage.setItem(kept.back, location.hash);
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri(),
    scope: 'openid email profile',
    resource: audience,
    audience,
    state,
    code_challenge: await challengeOf(verifier),
    code_challenge_method: 'S256',
  });
  location.assign(`${endpoint}?${query}`);
};

/**
 * Completes a sign-in from the answer of the identity provider in the address bar, if there is one.
 */
export const finishSignIn = async (): Promise<void> => {
  const answer = new URLSearchParams(location.search);
  const [code, state, problem] = [answer.get('code'), answer.get('state'), answer.get('error')];
  if (code === null && problem === null) return;
  const [expected, verifier, back] = [kept.state, kept.verifier, kept.back].map((key) => sessionStorage.getItem(key));
  for (const key of [kept.state, kept.verifier, kept.back]) sessionStorage.removeItem(key);
  history.replaceState(null, '', `/console${back ?? ''}`);
  if (code === null) throw new Error(answer.get('error_description') ?? problem ?? 'The sign-in did not succeed');
  if (!expected || state !== expected || !verifier) throw new Error('This sign-in was not started here. Start again.');
  const { issuer, clientId, audience } = await identity();
  const { token_endpoint: endpoint } = await discover(issuer);
  const response = await fetch(endpoint, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: clientId,
      redirect_uri: redirectUri(),
      resource: audience,
      code,
      code_verifier: verifier,
    }),
  });
  const tokens: { access_token?: string; error_description?: string } = await response.json();
  if (!tokens.access_token) throw new Error(tokens.error_description ?? 'The sign-in did not succeed');
  sessionStorage.setItem(kept.token, tokens.access_token);
};
