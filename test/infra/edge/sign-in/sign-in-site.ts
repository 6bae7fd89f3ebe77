import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { CommandHandler } from '../../../../commands/kernel/handle.ts';
import type { Mail } from '../../../../domain/mail/mail.ts';
import { choosePassword, personAt, registerPerson } from '../../../../commands/sign-in/register-person.ts';
import { isSetUpOpen } from '../../../../commands/sign-in/set-up.ts';
import { user } from '../../../../domain/users/user.ts';
import { passwordLinks, passwordPrefix } from '../../../../infra/adapters/sign-in/password-links.ts';
import { registerPath, registrationMail, registrations } from '../../../../infra/adapters/sign-in/registrations.ts';
import { registerPage } from '../../../../infra/edge/sign-in/register-page.ts';
import { mailSignInLink } from '../../../../infra/adapters/sign-in/sign-in-link-mail.ts';
import { mailPasswordLink } from '../../../../infra/adapters/sign-in/password-link-mail.ts';
import { signInPorts } from '../../../../infra/adapters/sign-in/index.ts';
import { adminSteps } from '../../../../infra/cli/admin/admin-steps.ts';
import { newApiKey } from '../../../../infra/edge/access/api-key.ts';
import { exchangeOf, openExchange } from '../../../../infra/edge/http/exchange.ts';
import { openLocalIssuer, type LocalIssuer } from '../../../../infra/edge/identity/local-issuer.ts';
import { openDoor, type Door } from '../../../../infra/edge/sign-in/door.ts';
import { halfSignIns } from '../../../../infra/edge/sign-in/half-sign-ins.ts';
import { forgotPage, forgotPath } from '../../../../infra/edge/sign-in/forgot-page.ts';
import { passwordPage } from '../../../../infra/edge/sign-in/password-page.ts';
import { setUpPage, setUpPrefix } from '../../../../infra/edge/sign-in/set-up-page.ts';
import { Keyring } from '../../../../infra/stores/secrets/keyring.ts';
import { Vault } from '../../../../infra/stores/secrets/vault.ts';
import { cookieBrowser, locationOf as location } from '../../../support/cookie-browser.ts';
import { MemoryEventStore } from '../../../support/memory-event-store.ts';
import { useDatabase } from '../../../support/postgres.ts';

const redirectUri = 'http://127.0.0.1:9/callback';
export const token = 'the-secret-of-the-set-up-link';
/** A person with a password; `register` makes them. */
export const olga = { email: 'olga@example.com', password: 'violet-tram-97-pond' };
export const beatMs = 100;
/** Where browsers find the site; passkeys are made for it. */
export const publicUrl = 'https://social.example.com';
const randomKey = randomBytes(32).toString('base64url');

/** What failed behind an answer, kept where a test looks for mails. */
const failure = (error: unknown): Mail => ({
  id: '',
  to: '',
  subject: 'failed',
  text: String(error),
  action: { label: '', url: '' },
});

export const linkIn = ({ text }: Pick<Mail, 'text'>): string => /^http\S+$/m.exec(text)?.[0] ?? '';
export const alertIn = (html: string): string => /role="alert">([^<]*)</.exec(html)?.[1] ?? '';

/** The own issuer with its pages, on a port, over a log in memory. Requests say where they come from. */
export const useSignInSite = () => {
  const database = useDatabase();
  let server: Server;
  let origin: string;
  let issuer: LocalIssuer;
  let door: Door;
  let commands: CommandHandler;
  const mails: Mail[] = [];
  const links = () => passwordLinks('a secret of the test', origin);

  /** How far the clock of the door is ahead. */
  let aheadMs = 0;
  const now = (): Date => new Date(Date.now() + aheadMs);

  before(async () => {
    commands = new CommandHandler(new MemoryEventStore());
    const vault = new Vault(database(), new Keyring([['k', randomBytes(32)]]));
    const ports = signInPorts({
      database: database(),
      vault,
      addressKey: 'a key of the test',
      publicUrl,
      challengeKey: 'a key of the test',
    });
    door = openDoor({
      commands,
      ports,
      halves: halfSignIns('a key of the test'),
      failed: (error) => void mails.push(failure(error)),
      now,
      beatMs,
    });
    const set = setUpPage({
      door,
      token,
      publicUrl: 'http://127.0.0.1',
      now,
      plan: 'agency',
      makeApiKey: () => newApiKey('live'),
      isOpen: () => isSetUpOpen(adminSteps(commands)),
    });
    const choose = passwordPage({
      door,
      commands,
      prefix: passwordPrefix,
      now,
      readLink: (presented) => links().read(presented),
    });
    const mailLink = mailPasswordLink({
      commands,
      links: { urlOf: (name) => links().urlOf(name), read: (presented) => links().read(presented) },
      send: async (mail) => void mails.push(mail),
    });
    const forgot = forgotPage({
      door,
      mailLink: (userId, request) => mailLink(userId, door.steps(request)),
      failed: (error) => void mails.push(failure(error)),
    });
    const opened = () => registrations(randomKey, origin);
    const register = registerPage({
      door,
      path: registerPath,
      read: (presented) => opened().read(presented, now()),
      mailLink: async (email, { isKnown }) => {
        const url = await opened().urlOf(email, now());
        mails.push(registrationMail({ email, isKnown, url, publicUrl: origin, now: now() }));
      },
      failed: (error) => void mails.push(failure(error)),
    });
    server = createServer((req, res) => {
      openExchange(req);
      exchangeOf(req).address = String(req.headers['x-test-address']);
      const { url = '' } = req;
      const handle = async (): Promise<void> => {
        if (url.startsWith(setUpPrefix)) return set(req, res);
        if (url.startsWith(passwordPrefix)) return choose(req, res);
        if (url.startsWith(forgotPath)) return forgot(req, res);
        if (url.startsWith(registerPath)) return register(req, res);
        return issuer.handle(Object.assign(req, { originalUrl: url, url: url.slice('/oidc'.length) }), res);
      };
      handle().catch((error: unknown) => res.writeHead(500).end(String(error)));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    let kept: string | undefined;
    issuer = await openLocalIssuer({
      issuer: `${origin}/oidc`,
      database: database(),
      door: { ...door, mailLink: mailSignInLink({ commands, send: async (mail) => void mails.push(mail) }) },
      keepKeys: async (create) => (kept ??= await create()),
      users: {
        find: async (id) => (await commands.load(user, id, undefined))?.state,
        list: () => Promise.resolve([]),
      },
      clients: [{ id: 'console', redirectUris: [redirectUri] }],
    });
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(() => sql`delete from sign_in_try`.execute(database().kysely));

  /** A browser, and the address that the service sees it at. */
  const browser = (from = '192.0.2.1') => cookieBrowser(origin, { 'x-test-address': from });

  const verifier = randomBytes(32).toString('base64url');
  const authorization = `/oidc/auth?${new URLSearchParams({
    client_id: 'console',
    response_type: 'code',
    redirect_uri: redirectUri,
    state: 's',
    scope: 'openid email profile',
    code_challenge_method: 'S256',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  }).toString()}`;

  const submit = async (fields: Record<string, string>, from?: string) => {
    const { go } = browser(from);
    const asked = await go(authorization);
    const response = await go(location(asked), fields);
    return {
      status: response.status,
      says: alertIn(await response.text()),
      retry: response.headers.get('retry-after'),
    };
  };

  const tokensOf = async (back: string) => {
    const answer = await fetch(`${origin}/oidc/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: 'console',
        redirect_uri: redirectUri,
        code: new URL(back).searchParams.get('code') ?? '',
        code_verifier: verifier,
      }),
    });
    return (await answer.json()) as Record<string, string>;
  };

  const enter = async (who = browser(), credentials: Record<string, string> = olga) => {
    const sent = await who.go(location(await who.go(authorization)), credentials);
    const back = location(await who.go(location(sent)));
    return { ...who, tokens: await tokensOf(back) };
  };
  const idOfOlga = async (): Promise<string> => (await personAt(olga.email, door.ports, adminSteps(commands))) ?? '';

  /** Registers a person with a password. */
  const register = async ({ email, password }: typeof olga): Promise<string> => {
    const steps = adminSteps(commands);
    const userId = steps.newId('user');
    await registerPerson({ userId, email, name: null }, door.ports, steps);
    await choosePassword({ userId, password, linkId: null }, door.ports, steps);
    return userId;
  };

  return {
    register,
    browser,
    authorization,
    submit,
    tokensOf,
    enter,
    idOfOlga,
    mails,
    advance: (ms: number) => void (aheadMs += ms),
    now,
    get issuer() {
      return issuer;
    },
    get door() {
      return door;
    },
    get commands() {
      return commands;
    },
    get links() {
      return links();
    },
    get origin() {
      return origin;
    },
  };
};
