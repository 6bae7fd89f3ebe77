import { createHmac, timingSafeEqual } from 'node:crypto';
import type { NativeComment } from '../../../domain/platforms/community.ts';
import type { NativeMention } from '../../../domain/mentions/received-mention.ts';
import type { Platform } from '../../../domain/platforms/platform.ts';

/** A request of a platform to this service, with its body as it was received. */
export type WebhookRequest = Readonly<{
  method: string;
  query: URLSearchParams;
  /** Header by lowercase name. */
  header(name: string): string | undefined;
  body: Buffer;
}>;

/** What proves a request to come from the platform. */
export type WebhookApp = Readonly<{
  clientSecret: string;
  /** The text that the operator gave to the platform for the check of the address. */
  verifyToken: string;
  /** The source that the address names, and the secret that was given for it. */
  source?: Readonly<{ id: string; secret: string }>;
}>;

/** A direct message that a person wrote. */
export type WrittenMessage = Readonly<{
  nativeId: string;
  text: string;
  createdAt: string;
  username?: string | undefined;
}>;

/** What a person did, in one change of a body. */
export type NativeChange = Readonly<{
  platform: Platform;
  /** The platform's id of the account or Page it happened to. */
  to: string;
  /** The source of the subscription that reported it, where the platform names it. */
  source?: string;
  /** It happened to the source itself, so every workspace with an account of it is concerned. */
  isToSource?: true;
  authorId: string;
  /** The change as it was received. */
  raw: string;
  what:
    | Readonly<{ kind: 'comment'; postId: string; comment: NativeComment; isEdit: boolean }>
    | Readonly<{ kind: 'mention'; mention: NativeMention }>
    | Readonly<{ kind: 'message'; message: WrittenMessage }>
    /** Without a native id: everything that was sent until then. */
    | Readonly<{ kind: 'read'; nativeId?: string; readAt: string }>
    /** What became of a message of the account. Without an error: it went out. */
    | Readonly<{ kind: 'status'; nativeId: string; error?: Readonly<{ code: string; message: string }> }>
    | Readonly<{ kind: 'other' }>;
}>;

/** One platform's webhooks. */
export interface WebhookReceiver {
  /** The header, in lowercase, that has the proof of the platform: a request without it is refused unread. */
  readonly proof: string;
  /** The answer to the platform's check of the address; undefined where the request is no valid check. */
  challenge?(request: WebhookRequest, app: WebhookApp): string | undefined;
  /** Whether the platform sent it. */
  isGenuine(request: WebhookRequest, app: WebhookApp): boolean;
  /** `source`: the one that the address names. */
  changes(body: unknown, source?: string): readonly NativeChange[];
  /** Its reports may come to an address of their source, and are proved by the secret of that address. */
  readonly isPerSource?: true;
  /** The body that had this one change, for an account, at a moment. Undefined where a platform reports no changes. */
  bodyAgain?(change: unknown, to: string, at: string): unknown;
}

export const hmac = (
  algorithm: 'sha1' | 'sha256',
  secret: string,
  text: string | Buffer,
  form: 'hex' | 'base64',
): string => createHmac(algorithm, secret).update(text).digest(form);

/** Compares in constant time. Without a secret nothing is equal. */
export const isSame = (given: string | undefined, expected: string): boolean => {
  const [one, other] = [Buffer.from(given ?? ''), Buffer.from(expected)];
  return one.length > 0 && one.length === other.length && timingSafeEqual(one, other);
};

/** The check of an address by Meta and by WebSub: the challenge is repeated where the token fits. */
export const hubChallenge = ({ query }: WebhookRequest, { verifyToken }: WebhookApp): string | undefined =>
  query.get('hub.mode') === 'subscribe' && isSame(query.get('hub.verify_token') ?? '', verifyToken)
    ? (query.get('hub.challenge') ?? undefined)
    : undefined;
