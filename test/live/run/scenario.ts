import type { Platform } from '../../../domain/platforms/platform.ts';
import type { LiveService } from '../service/live-service.ts';
import type { LiveObject, World } from '../engine/world.ts';
import type { Body, LiveWorkspace } from './workspace.ts';

export type Post = Readonly<{
  kind: 'TEXT' | 'IMAGE' | 'VIDEO' | 'CAROUSEL' | 'THREAD' | 'REEL' | 'STORY';
  /** `platformMetadata` of the post. */
  metadata?: Readonly<Record<string, unknown>>;
  firstComment?: boolean;
  /** The platform has an object that shows its id: not so for stories and messages of some platforms. */
  isWordless?: boolean;
}>;

/** A request of a platform to the service. */
export type Report = Readonly<{ headers: Readonly<Record<string, string>>; body: string }>;

export type Connected = Readonly<{
  id: string;
  nativeId: string;
  username: string;
  /** Who writes to the account: another person in each run, as what was said before stays in the workspace. */
  visitor: Readonly<{ id: string; username: string }>;
  workspace: LiveWorkspace;
  world: World;
  live: LiveService;
  /** The secret by which the service and the platform know each other's webhooks. */
  clientSecret: string;
}>;

/** What a live run does on one platform, and what has to be there afterwards. */
export type Scenario = Readonly<{
  platform: Platform;
  /** What is particular about it, where a platform has several. */
  name?: string;
  /** Fields of the request for the consent page. */
  asks?: Readonly<Record<string, unknown>>;
  /** Instead of a consent page: the secrets that a person pastes. */
  credentials?: (world: World) => Readonly<Record<string, string>>;
  /** Instead of a consent page: tokens that were obtained elsewhere, in the fields of POST /accounts/store-oauth-tokens. */
  tokens?: (world: World) => Body;
  /** Which of the destinations is chosen, by a part of its name. */
  destination?: string;
  posts: readonly Post[];
  /** A stranger writes under the first post; the service reads it and answers. */
  comments?: Readonly<{
    hides?: boolean;
    /** The author gets a direct message for the comment. */
    privately?: boolean;
    visitor?: string;
    commentId?: (world: World) => string;
  }>;
  /** Figures of the first post and of the account, in the names of the API. */
  postFigures?: Readonly<Record<string, number>>;
  accountFigures?: Readonly<Record<string, number>>;
  /** What the platform reports once it has taken a post, where that decides about the post. */
  confirms?: (connected: Connected, post: LiveObject) => Promise<void>;
  /** What the platform reports by itself, and what it becomes. */
  reports?: (connected: Connected, postId: string) => Promise<void>;
  /** What is read or said beside posts and comments. */
  also?: (connected: Connected, postId: string) => Promise<void>;
  /** Whether the token is renewed; `checked` where there is nothing to renew and the token is only tried. */
  refreshes: 'renewed' | 'checked' | 'never';
  /** What becomes of the posts. */
  removes: 'all' | 'manual' | 'partly';
  /** The account is subscribed to what happens to it; the operation that ends this when it is disconnected. */
  subscribes?: string;
  /** The platform has a call to end a login, and none for this one. */
  isKept?: boolean;
  /** After the consent, what the account has to show. */
  shows?: Readonly<Record<string, unknown>>;
}>;

/** `items` are the ids of everything that the platform shows of it: a thread and an album are several objects. */
export type Published = Readonly<{ id: string; nativeId: string; items: readonly string[]; body: Body }>;
