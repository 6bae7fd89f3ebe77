import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js';

/** A browser that follows the service's own redirects, and keeps cookies by their path. */
export const browserAt = (origin: string) => {
  const jar = new Map<string, { value: string; path: string }>();
  const visit = async (address: string, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(address, origin);
    const cookie = [...jar]
      .filter(([, { path }]) => url.pathname.startsWith(path))
      .map(([name, { value }]) => `${name.split(' ')[0]}=${value}`)
      .join('; ');
    const response = await fetch(url, { redirect: 'manual', ...init, headers: { ...init.headers, cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split('; ');
      const [name = '', value = ''] = pair.split('=');
      const path = attributes.find((each) => each.startsWith('path='))?.slice(5) ?? '/';
      if (value === '') jar.delete(`${name} ${path}`);
      else jar.set(`${name} ${path}`, { value, path });
    }
    const to = response.headers.get('location');
    return to !== null && new URL(to, origin).origin === origin ? visit(to) : response;
  };
  return visit;
};
export type Browser = ReturnType<typeof browserAt>;

export const sent = (fields: Record<string, string>, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  body: new URLSearchParams(fields),
  headers,
});

const actionIn = (page: string): string => {
  const [, action] = /<form method="post" action="([^"]+)"/.exec(page) ?? [];
  if (action === undefined) throw new Error(`no form in ${page}`);
  return action;
};

/** Goes from an authorization request to the page that asks for consent, through the sign-in where it comes first. */
export const toConsent = async (visit: Browser, address: string, signIn: Record<string, string>) => {
  let page = await (await visit(address)).text();
  if (page.includes('<h1>Sign in</h1>')) page = await (await visit(actionIn(page), sent(signIn))).text();
  return { page, action: actionIn(page) };
};

/** Where the application is sent with the answer of the person. */
export const answerOf = (response: Response): URLSearchParams =>
  new URL(response.headers.get('location') ?? 'none:').searchParams;

export const redirectUri = 'http://127.0.0.1:9/callback';

/** What the protocol's own client keeps of an authorization, as a chat program keeps it. */
export const keepingProvider = (metadata: Readonly<Record<string, unknown>> = {}) => {
  const kept: {
    client?: OAuthClientInformationMixed | undefined;
    tokens?: OAuthTokens | undefined;
    verifier?: string;
    asked?: URL;
  } = {};
  const provider: OAuthClientProvider = {
    redirectUrl: redirectUri,
    clientMetadata: { client_name: 'Chatty <b>', redirect_uris: [redirectUri], ...metadata },
    clientInformation: () => kept.client,
    saveClientInformation: (client) => {
      kept.client = client;
    },
    tokens: () => kept.tokens,
    saveTokens: (tokens) => {
      kept.tokens = tokens;
    },
    redirectToAuthorization: (url) => {
      kept.asked = url;
    },
    saveCodeVerifier: (verifier) => {
      kept.verifier = verifier;
    },
    codeVerifier: () => kept.verifier ?? '',
  };
  return { kept, provider };
};
