import type { IncomingMessage } from 'node:http';
import type { Caller } from '../../../read-api/contract/caller.ts';
import { Refused } from '../../../domain/kernel/refused.ts';
import type { CredentialDirectory } from '../../edge/access/credentials.ts';
import { authenticate, type Clock } from '../../edge/http/authenticate.ts';
import { exchangeOf } from '../../edge/http/exchange.ts';
import { decrypt, encrypt, NotAuthentic } from '../../stores/secrets/cipher.ts';

const cookieName = 'sandbox_key';

export type VisitorOptions = Readonly<{
  directory: CredentialDirectory;
  clock: Clock;
  /** The key that seals the API key in the cookie; 32 bytes. */
  cookieKey: Buffer;
  /** The origin at which browsers reach the service. */
  publicUrl: string;
}>;

export type Visitor = Readonly<{ caller: Caller }> | Readonly<{ problem: string | undefined }>;

/** Who looks at the pages of the sandbox: a person with an API key, which the browser keeps sealed in a cookie. */
export type Visitors = Readonly<{
  judge(req: IncomingMessage, key: string): Promise<Visitor>;
  /** By the cookie. */
  known(req: IncomingMessage): Promise<Visitor>;
  /** The cookie that keeps a key, as `Set-Cookie` has it. */
  cookieWith(key: string): string;
  noCookie: string;
}>;

const cookieOf = (req: IncomingMessage): string | undefined => {
  const pairs = (req.headers.cookie ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${cookieName}=`))?.slice(cookieName.length + 1);
};

export const visitorsOf = ({ directory, clock, cookieKey, publicUrl }: VisitorOptions): Visitors => {
  const flags = `Path=/sandbox; HttpOnly; SameSite=Strict${publicUrl.startsWith('https:') ? '; Secure' : ''}`;

  const judge = async (req: IncomingMessage, key: string): Promise<Visitor> => {
    const { address } = exchangeOf(req);
    try {
      const headers = { authorization: `Bearer ${key}` };
      const caller = await authenticate({ headers }, { inPath: undefined, address }, directory, clock);
      if (caller.mode !== 'test')
        return { problem: 'This key belongs to a live workspace. The sandbox holds only objects of test workspaces.' };
      if (caller.kind !== 'api_key' || !caller.scopes.includes('*'))
        return { problem: 'This page needs an API key with every right (scope *).' };
      return { caller };
    } catch (error) {
      if (error instanceof Refused) return { problem: `${error.message}.` };
      throw error;
    }
  };

  return {
    judge,
    known: async (req) => {
      const cookie = cookieOf(req);
      if (cookie === undefined) return { problem: undefined };
      try {
        const key = decrypt(cookieKey, Buffer.from(cookie, 'base64url'), cookieName);
        return await judge(req, key.toString('utf8'));
      } catch (error) {
        if (error instanceof NotAuthentic) return { problem: undefined };
        throw error;
      }
    },
    cookieWith: (key) =>
      `${cookieName}=${encrypt(cookieKey, Buffer.from(key, 'utf8'), cookieName).toString('base64url')}; ${flags}`,
    noCookie: `${cookieName}=; ${flags}; Max-Age=0`,
  };
};

/**
 * Whether a page of another site sends the browser here. Such a page may not choose the key: the
 * person would look at the workspace of a stranger for their own.
 */
export const isFromOtherSite = ({ headers }: IncomingMessage): boolean => {
  const site = headers['sec-fetch-site'];
  if (typeof site === 'string') return site !== 'same-origin' && site !== 'none';
  const { origin, host } = headers;
  return origin !== undefined && (!URL.canParse(origin) || new URL(origin).host !== host);
};
