import type { Platform } from '../../../domain/platforms/platform.ts';
import { mint } from './grants.ts';
import type { SandboxCall, SandboxWorld } from './platform.ts';
import type { JsonObject, SandboxAccount } from './store.ts';

/** The query parameter by which a test workspace names itself at the simulated authorization page. */
export const workspaceParameter = 'sandbox_workspace';

/** The query parameter that proves that the service asked for the redirect address. */
const redirectParameter = 'sandbox_redirect';

/**
 * Adds the test workspace to an authorization URL, so that the simulated platform knows which
 * person signs in, and the proof of its redirect address.
 */
export const forWorkspace = (authorizationUrl: string, workspaceId: string, redirectProof?: string): string => {
  const url = new URL(authorizationUrl);
  url.searchParams.set(workspaceParameter, workspaceId);
  if (redirectProof !== undefined) url.searchParams.set(redirectParameter, redirectProof);
  return url.toString();
};

/**
 * The account of a consent: the one in the query; else an account of the workspace whose grant has
 * ended (a reconnect); else a new one.
 */
export const consentingAccount = async (
  world: SandboxWorld,
  platform: Platform,
  query: URLSearchParams,
  create: (workspaceId: string | null) => Promise<SandboxAccount>,
): Promise<SandboxAccount> => {
  const named = query.get('sandbox_account') ?? query.get('login_hint');
  const known = named === null ? undefined : await world.store.accountNamed(platform, named);
  if (known) return known;
  const workspaceId = query.get(workspaceParameter);
  for (const account of workspaceId === null ? [] : await world.store.accounts(platform, workspaceId)) {
    if (account.data['consentAgain'] === true) {
      const settled = { ...account, data: { ...account.data, consentAgain: false } };
      await world.store.putAccount(settled);
      return settled;
    }
    if (!(await world.store.hasLiveGrant(platform, account.nativeId, world.now()))) return account;
  }
  return create(workspaceId);
};

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);

const page = (title: string, allow: string, deny: string, scopes: readonly string[]): Response =>
  new Response(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escaped(title)}</title>
<meta name="viewport" content="width=device-width"><style>body{font:16px/1.5 system-ui;max-width:30rem;margin:15vh auto;padding:0 1rem}
a{display:inline-block;padding:.5rem 1rem;margin-right:.5rem;border:1px solid;border-radius:.4rem;text-decoration:none;color:inherit}
</style></head><body><h1>${escaped(title)}</h1><p>This is the sandbox: no real account is touched.</p>
${scopes.length > 0 ? `<p>The service asks for:</p><ul>${scopes.map((scope) => `<li>${escaped(scope)}</li>`).join('')}</ul>` : ''}
<p><a id="allow" href="${escaped(allow)}">Allow</a><a id="deny" href="${escaped(deny)}">Deny</a></p></body></html>`,
    {
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
      },
    },
  );

export type Consent = Readonly<{
  /** The platform's name for people. */
  title: string;
  /** The redirect address, already checked. */
  redirectUri: string;
  /** Parameters beside the code: `state`, and `iss` where the platform adds it. */
  back: Readonly<Record<string, string>>;
  scopes: readonly string[];
  account: () => Promise<SandboxAccount>;
  /** Stored with the code: client id, redirect address, challenge, scope. */
  grant: JsonObject;
  codeSeconds: number;
  /** A code in the platform's own form; by default one that is issued and redeemed once. */
  code?: (account: SandboxAccount) => Promise<string>;
}>;

const redirect = (to: string, query: Readonly<Record<string, string>>): Response => {
  const url = new URL(to);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return new Response(null, { status: 302, headers: { location: url.toString() } });
};

/**
 * The consent page of a simulated platform. A browser displays it and a person chooses. A program,
 * which does not ask for HTML, is redirected with a code immediately.
 */
export const consent = async ({ world, request, url }: SandboxCall, asked: Consent): Promise<Response> => {
  const { redirects } = world;
  if (redirects && !redirects.isProof(asked.redirectUri, url.searchParams.get(redirectParameter)))
    return new Response('The redirect address is not registered.\n', { status: 400 });
  const decision = url.searchParams.get('sandbox_decision');
  if (decision === 'deny') return redirect(asked.redirectUri, { error: 'access_denied', ...asked.back });
  if (decision !== 'allow' && /text\/html/.test(request.headers.get('accept') ?? '')) {
    const choose = (choice: string) => {
      const link = new URLSearchParams(url.search);
      link.set('sandbox_decision', choice);
      return `?${link.toString()}`;
    };
    return page(`Connect ${asked.title}`, choose('allow'), choose('deny'), asked.scopes);
  }
  const account = await asked.account();
  const { codeSeconds: expiresInSeconds, grant: data } = asked;
  const minted = async () => (await mint(world, { account, kind: 'code', expiresInSeconds, data })).value;
  const code = asked.code ? await asked.code(account) : await minted();
  return redirect(asked.redirectUri, { code, ...asked.back });
};
