import type { NativeObject, RunContext } from './publisher.ts';

export type NativeAuthor = Readonly<{ id: string; username: string; avatarUrl?: string }>;

export type NativeComment = Readonly<{
  nativeId: string;
  author: NativeAuthor;
  text: string;
  createdAt: string;
  parentNativeId?: string;
  url?: string;
}>;

export type NativeReview = Readonly<{
  nativeId: string;
  reviewerName: string;
  reviewerAvatarUrl?: string;
  rating: number;
  text?: string;
  locationPath: string;
  locationName?: string;
  createdAt: string;
  replyText?: string;
}>;

/** A post of the account on the platform, made by this service or elsewhere. */
export type NativePost = Readonly<{ nativeId: string; text: string; createdAt: string; url?: string }>;

/** A direct message that an account sent. */
export type NativeMessage = Readonly<{ nativeId: string; text: string; createdAt: string }>;

/** Who a person is, as their platform says to those whom they wrote to. */
export type NativePerson = Readonly<{ username?: string; displayName?: string }>;

export type Page<T> = Readonly<{ items: readonly T[]; next?: string }>;

/**
 * What a platform offers beyond publishing. A method is absent where the platform has no such call.
 * Every method throws only `PlatformError`.
 */
export interface Community {
  /** The comments of others on a post, their replies among them; with `own`, those of the account instead. */
  comments?(
    post: NativeObject,
    query: { since?: string; after?: string; own?: boolean },
    context: RunContext,
  ): Promise<Page<NativeComment>>;
  reply?(post: NativeObject, parentNativeId: string, text: string, context: RunContext): Promise<NativeObject>;
  /** Hides a comment on `post`, or shows it again: some platforms need both ids. */
  hide?(
    post: NativeObject,
    commentNativeId: string,
    wanted: Readonly<{ hidden: boolean }>,
    context: RunContext,
  ): Promise<void>;
  mentions?(query: { since?: string; after?: string }, context: RunContext): Promise<Page<NativeComment>>;
  /** The account's own recent posts, newest first, for the calendar's import. */
  recentPosts?(query: { since?: string; after?: string }, context: RunContext): Promise<Page<NativePost>>;
  reviews?(query: { since?: string; after?: string }, context: RunContext): Promise<Page<NativeReview>>;
  replyToReview?(reviewNativeId: string, text: string, context: RunContext): Promise<void>;
  /**
   * Sends a direct message; the key makes a repeat recognisable where the platform can. With the tag it is the
   * answer of a person outside of the usual window.
   */
  message?(
    message: Readonly<{ recipientNativeId: string; text: string; key: string; tag?: 'HUMAN_AGENT' | undefined }>,
    context: RunContext,
  ): Promise<NativeObject>;
  /** Answers a comment by a direct message to its author, once for each comment. */
  privateReply?(commentNativeId: string, text: string, context: RunContext): Promise<NativeObject>;
  /** The newest messages that the account sent to a person, newest first, for a message whose answer was lost. */
  sentMessages?(recipientNativeId: string, context: RunContext): Promise<readonly NativeMessage[]>;
  /** The names of a person who wrote to the account, where the report of a message has none. */
  person?(nativeId: string, context: RunContext): Promise<NativePerson>;
  /** Metrics of one object in the reference's names (impressions, likes, reposts, replies, clicks, comments, shares …). */
  postMetrics?(object: NativeObject, context: RunContext): Promise<Readonly<Record<string, number>>>;
  accountMetrics?(context: RunContext): Promise<Readonly<Record<string, number>>>;
}
