import type { PlatformError } from './platform-error.ts';
import type { ContentType, Platform } from './platform.ts';

/** The connected account a publisher acts for. */
export type PlatformAccount = Readonly<{
  id: string;
  /** The platform's own id of the account (user id, page id, DID, chat id, location name …). */
  nativeId: string;
  username: string;
  accountType?: string;
  /** Instagram: which of the two logins. */
  oauthVersion?: 'instagram_login' | 'fb_login';
  /** The selected destination within the account: a Page, an organisation, a board, a subreddit, a location. */
  page?: Readonly<{ id: string; name?: string }>;
  /** The instance or PDS host for federated platforms, without a trailing slash. */
  instanceUrl?: string;
  /** OAuth scopes the token carries, where the platform says. */
  scopes?: readonly string[];
}>;

/** The secrets of an account, opened for one call. Never logged, never stored in events. */
export type Credentials = Readonly<{
  accessToken: string;
  refreshToken?: string;
  /** A second secret of some platforms: a page token, an app password, a DPoP key as JWK JSON. */
  extra?: Readonly<Record<string, string>>;
}>;

/** A file to publish. Bytes are streamed; no code holds a whole video. */
export type MediaFile = Readonly<{
  mediaId: string;
  filename: string;
  contentType: string;
  sizeBytes: number;
  width?: number;
  height?: number;
  durationMs?: number;
  altText?: string;
  /** A public HTTPS URL of the bytes, for platforms that fetch. */
  publicUrl: string;
  /** The bytes from `start` (inclusive) to `end` (exclusive), the whole file by default. */
  open(range?: { start: number; end: number }): Promise<AsyncIterable<Uint8Array>>;
}>;

export type ThreadItem = Readonly<{ sequence: number; text: string; media: readonly MediaFile[] }>;

/**
 * The content of one destination of a post, already rendered: overrides, thread items and metadata
 * applied.
 */
export type Rendered = Readonly<{
  platform: Platform;
  contentType: ContentType;
  text: string;
  media: readonly MediaFile[];
  /** Non-empty for THREAD posts; item 1 is the root and equals `text` and `media`. */
  thread: readonly ThreadItem[];
  /** `platformMetadata` of this platform, field by field, with the deprecated post-level `metadata` beneath it. */
  metadata: Readonly<Record<string, unknown>>;
}>;

/** An object that exists on a platform. */
export type NativeObject = Readonly<{ nativeId: string; url?: string; kind: 'post' | 'reply' | 'comment' | 'message' }>;

/**
 * The context of one publishing run. The engine implements it; publishers write straight-line code
 * against it.
 *
 * `step` is for calls that create nothing visible (an upload, a container): its result, a short
 * string, is recorded in the post's history, so that a restart resumes instead of repeating. A step
 * may be lost and repeated.
 *
 * `send` is for the call that makes an object appear. The intent is recorded before it, the outcome
 * after it. A send with an unknown outcome is never repeated without a reconciliation
 * (`Publisher.find`). A finished send returns its recorded object.
 */
export interface PublishRun {
  readonly account: PlatformAccount;
  readonly credentials: Credentials;
  /** Aborts when the run loses its lease or the service stops. Pass it to every call. */
  readonly signal: AbortSignal;
  /**
   * Stable for this destination and revision: the same for every attempt. Printable ASCII, at most
   * 64 characters.
   */
  readonly intentKey: string;
  /** ISO 8601, when the first attempt of this intent began (the workspace's clock). */
  readonly startedAt: string;
  now(): Date;
  /** Waits on the workspace's clock (polling a container), or rejects when `signal` aborts. */
  wait(milliseconds: number): Promise<void>;
  step(name: string, run: () => Promise<string>): Promise<string>;
  /** The recorded result of a step of this or an earlier attempt. */
  remembered(name: string): string | undefined;
  forget(name: string): Promise<void>;
  /**
   * `key` is stable per send name, for platforms that take an idempotency key or a chosen record
   * key. `again`: an earlier attempt of this send exists, so an object on the platform may come
   * from it.
   */
  send(
    name: string,
    run: (key: string, tries: Readonly<{ again: boolean }>) => Promise<NativeObject>,
  ): Promise<NativeObject>;
  /**
   * Claims an object that was found by its content, rather than by a key, for this destination.
   * False where another destination of the account has it: two posts may have the same text.
   */
  claim(nativeId: string): Promise<boolean>;
}

/** The result of reconciling a send whose answer was lost. */
export type Found =
  | Readonly<{ outcome: 'published'; object: NativeObject }>
  /** `refusal`: the platform said why, and another try ends in the same way. */
  | Readonly<{ outcome: 'not_published'; refusal?: Readonly<{ code: string; message: string }> }>
  /** `forGood`: a retry is useless, because the platform has no way to look an object up. */
  | Readonly<{ outcome: 'cannot_tell'; message: string; forGood?: true }>;

export type FindRequest = Readonly<{
  /** The name passed to `send`. */
  send: string;
  key: string;
  rendered: Rendered;
  /**
   * Objects of earlier sends of this destination, oldest first (the root of a thread, the posted
   * item for a comment).
   */
  earlier: readonly NativeObject[];
  /** ISO 8601, when this send's intent was recorded. */
  sentAt: string;
  /** For a first comment: its text. */
  commentText?: string;
  /**
   * The recorded result of a step: the container, upload session or record key of the lost send.
   */
  remembered(name: string): string | undefined;
}>;

export type UnpublishReason =
  | 'manual_removal_required'
  | 'partial_delete'
  | 'delete_not_confirmed'
  | 'delete_unverified'
  | 'delete_unverified_scope'
  | 'no_platform_post_id';

/** The end of one copy's removal. `removed` also covers a copy that no longer existed. */
export type Removal =
  | Readonly<{ nativeId: string; removed: true }>
  | Readonly<{
      nativeId: string;
      removed: false;
      reason: UnpublishReason;
      detail?: string;
      /**
       * The copy remains because the platform has a rate limit or refused the token: another try
       * follows.
       */
      halted?: PlatformError;
    }>;

export type RunContext = Pick<PublishRun, 'account' | 'credentials' | 'signal' | 'now' | 'wait'>;

export type FindContext = RunContext & Pick<PublishRun, 'claim'>;

/**
 * One platform's publishing. Every method throws only `PlatformError`.
 * Hosts are injected, so sandbox, tests and the real platform differ only in base URLs.
 */
export interface Publisher {
  readonly platform: Platform;
  /** Publishes everything; the first object returned is the post itself, the others its replies or further messages. */
  publish(rendered: Rendered, run: PublishRun): Promise<readonly NativeObject[]>;
  /** Whether first comments are possible for this account. */
  commentSupport(account: PlatformAccount): 'yes' | 'no';
  /** Sends the first comment under a live post, through `run.send('first-comment', …)`. */
  comment(target: NativeObject, text: string, run: PublishRun): Promise<NativeObject>;
  /** Finds the outcome of a send, by the safest way the platform has. Creates nothing. */
  find(request: FindRequest, context: FindContext): Promise<Found>;
  /** Removes the copies, replies before the root. Idempotent. */
  unpublish(
    objects: readonly NativeObject[],
    context: RunContext & { publishedAt: string },
  ): Promise<readonly Removal[]>;
}
