import type { Platform } from '../../../domain/platforms/platform.ts';

export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
/** JSON leaves out a field that is undefined. */
export type JsonObject = { readonly [name: string]: Json | undefined };

/** An account as the platform itself stores it. */
export type SandboxAccount = Readonly<{
  platform: Platform;
  nativeId: string;
  /** The test workspace it belongs to; null until one is known. */
  workspaceId: string | null;
  username: string;
  displayName: string;
  accountType?: string;
  oauthVersion?: 'instagram_login' | 'fb_login';
  /** Fields of this platform only (pages, boards, a chat, a password). */
  data: JsonObject;
  createdAt: string;
}>;

/** A token, an authorization code or another secret that the platform issued. */
export type SandboxSecret = Readonly<{
  platform: Platform;
  kind: 'access' | 'refresh' | 'code' | 'request';
  value: string;
  accountNativeId: string;
  /** Secrets of one grant: revoking, or replaying a rotated refresh token, ends them all. */
  family: string;
  /** Absent: never expires. */
  expiresAt?: string;
  spent: boolean;
  revoked: boolean;
  data: JsonObject;
}>;

export type SandboxMedia = Readonly<{ type: string; url: string }>;

/** Something that exists on a platform. `made` by a connected account through the API, or `received` from others. */
export type SandboxObject = Readonly<{
  platform: Platform;
  nativeId: string;
  accountNativeId: string;
  kind: 'post' | 'comment' | 'reply' | 'message' | 'mention' | 'review';
  direction: 'made' | 'received';
  parentNativeId: string | null;
  text: string;
  media: readonly SandboxMedia[];
  /** The native request body as it was received; null for what others wrote. */
  request: Json;
  createdAt: string;
  deletedAt: string | null;
  /** Fields of this platform only (visibility, container state, author of a received object). */
  data: JsonObject;
}>;

export const faultOperations = ['publish', 'upload', 'comment', 'delete', 'refresh', 'list', 'message'] as const;
export type FaultOperation = (typeof faultOperations)[number];

export const faultKinds = [
  'rate_limited',
  'server_error',
  'timeout',
  'reset_before',
  'reset_after',
  'error_after',
  'slow',
  'token_expired',
  'token_revoked',
  'forbidden',
  'duplicate',
  'media_rejected',
  'container_failed',
] as const;
export type FaultKind = (typeof faultKinds)[number];

export type SandboxFault = Readonly<{
  id: string;
  workspaceId: string;
  platform: Platform;
  operation: FaultOperation;
  fault: FaultKind;
  times: number;
  /** The native id of the account it is limited to. */
  accountNativeId?: string;
}>;

export type ObjectQuery = Readonly<{
  platform: Platform;
  accountNativeId?: string;
  workspaceId?: string;
  direction?: SandboxObject['direction'];
  kinds?: readonly SandboxObject['kind'][];
  /** Of several: what is directly under any of them. */
  parentNativeId?: string | readonly string[];
  /** Deleted objects are left out unless asked for. */
  deleted?: boolean;
  /** Only objects stored after this one. */
  sinceNativeId?: string;
  /** Only objects stored before this one: the next page of a list that runs newest first. */
  beforeNativeId?: string;
  limit: number;
}>;

/**
 * The storage of the simulated platforms. Every method resolves after its change is committed, so
 * an answer sent afterwards survives a crash; within a `call` the changes are committed at its end.
 * Lists run newest first.
 */
export interface SandboxStore {
  putAccount(account: SandboxAccount): Promise<void>;
  account(platform: Platform, nativeId: string): Promise<SandboxAccount | undefined>;
  accountNamed(platform: Platform, username: string): Promise<SandboxAccount | undefined>;
  accounts(platform: Platform, workspaceId: string): Promise<readonly SandboxAccount[]>;

  putSecret(secret: SandboxSecret): Promise<void>;
  secret(platform: Platform, kind: SandboxSecret['kind'], value: string): Promise<SandboxSecret | undefined>;
  /** A secret with its account, and whether any fault is set for the platform in its workspace. */
  grant(
    platform: Platform,
    kind: SandboxSecret['kind'],
    value: string,
  ): Promise<Readonly<{ secret: SandboxSecret; account: SandboxAccount; hasFaults: boolean }> | undefined>;
  /**
   * Redeems a single-use secret; false when it was already used. Of two concurrent calls, one wins.
   */
  spend(platform: Platform, kind: SandboxSecret['kind'], value: string): Promise<boolean>;
  revokeFamily(platform: Platform, family: string): Promise<void>;
  /** Ends every grant of an account, as its owner does in the platform's settings. */
  revokeGrants(platform: Platform, accountNativeId: string): Promise<void>;
  /** Whether any access or refresh secret of the account is still valid at `at`. */
  hasLiveGrant(platform: Platform, accountNativeId: string, at: Date): Promise<boolean>;

  /**
   * Stores a new object. With `unique`, an existing object under the same key is returned instead,
   * with `inserted: false`, unless it is deleted or its hold has ended (`until`, absent: never).
   */
  insertObject(
    object: SandboxObject,
    unique?: Readonly<{ key: string; until?: Date }>,
  ): Promise<Readonly<{ object: SandboxObject; inserted: boolean }>>;
  object(platform: Platform, nativeId: string): Promise<SandboxObject | undefined>;
  changeObject(
    platform: Platform,
    nativeId: string,
    change: Partial<Pick<SandboxObject, 'text' | 'media' | 'deletedAt' | 'data' | 'parentNativeId' | 'request'>>,
  ): Promise<void>;
  /** Deletes what was written directly under an object. */
  deleteUnder(platform: Platform, parentNativeId: string, deletedAt: string): Promise<void>;
  objects(query: ObjectQuery): Promise<readonly SandboxObject[]>;

  /**
   * Other records of a platform by id: uploads, containers, registered clients, hidden comments.
   */
  putRecord(platform: Platform, kind: string, id: string, value: JsonObject): Promise<void>;
  record(platform: Platform, kind: string, id: string): Promise<JsonObject | undefined>;
  removeRecord(platform: Platform, kind: string, id: string): Promise<void>;

  addFault(fault: SandboxFault): Promise<void>;
  /**
   * Uses up one occurrence of the oldest matching fault, and returns its kind. With `kinds`, only
   * these faults match.
   */
  takeFault(
    fits: Readonly<{
      platform: Platform;
      operation: FaultOperation;
      workspaceId: string | null;
      accountNativeId: string;
      kinds?: readonly FaultKind[];
    }>,
  ): Promise<FaultKind | undefined>;
  clearFaults(workspaceId: string): Promise<void>;

  /**
   * The insights that the platform answers for an object or, with the account's id, for the
   * account.
   */
  putMetrics(platform: Platform, nativeId: string, metrics: Readonly<Record<string, number>>): Promise<void>;
  metrics(platform: Platform, nativeId: string): Promise<Readonly<Record<string, number>>>;

  /** A number that was never issued before. */
  next(): Promise<number>;

  /**
   * Runs a call of a platform, in one statement where possible. Its changes are committed when this
   * resolves or rejects. `act` runs a second time where its first run relied on what has changed:
   * the first run then has changed nothing.
   */
  call<Result>(act: (store: SandboxStore) => Promise<Result>): Promise<Result>;
}
