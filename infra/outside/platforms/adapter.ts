import type { Community } from '../../../domain/platforms/community.ts';
import type { Connector } from '../../../domain/platforms/connector.ts';
import type { EventSubscriber } from '../../../domain/platforms/event-subscriber.ts';
import { platforms, type Platform } from '../../../domain/platforms/platform.ts';
import type { MessageStatus } from '../../../domain/platform-webhooks/message-status.ts';
import { PlatformError } from '../../../domain/platforms/platform-error.ts';
import type { Publisher } from '../../../domain/platforms/publisher.ts';
import type { PlatformHosts } from './hosts.ts';
import type { PlatformHttp } from './http.ts';

/**
 * A registration's name, which its variables begin with. LinkedIn has two: an application approved
 * for community management can have no other product. Instagram has two: the id of its direct login is
 * not the id of the Meta application, which Facebook Login asks for.
 */
export const appNames = [...platforms, 'LINKEDIN_ORGANIZATION', 'INSTAGRAM_FACEBOOK', 'TWITTER_WEBHOOKS'] as const;
export type AppName = (typeof appNames)[number];

/** The service's own registration with a platform. */
export type PlatformApp = Readonly<{
  clientId: string;
  clientSecret: string;
  /** Replaces the scopes that the service asks for, where the operator set them. */
  scopes?: string;
  /** Meta: the configuration of Facebook Login for Business, which has the permissions and the kind of token. */
  configId?: string;
}>;
export type PlatformApps = Readonly<Partial<Record<AppName, PlatformApp>>>;

/** What platforms have reported about messages that they had accepted. */
export interface MessageStatuses {
  of(accountId: string, nativeId: string): Promise<MessageStatus>;
}

/** What people have written to an account. */
export interface Conversations {
  /** When a person wrote last to the account, by the platform's id of the person; undefined for one who never did. */
  lastInboundAt(accountId: string, platformId: string): Promise<string | undefined>;
}

/** The dependencies of every adapter: nothing else reaches the network. */
export type PlatformTools = Readonly<{
  http: PlatformHttp;
  hosts: PlatformHosts;
  apps: PlatformApps;
  /** Without it the answer to a message counts as the last word. */
  statuses?: MessageStatuses;
  /** Without them nothing is known of who has written. */
  conversations?: Conversations;
}>;

/** One platform, as the service uses it. */
export type PlatformAdapter = Readonly<{
  publisher: Publisher;
  connector: Connector;
  community: Community;
  /** Absent where the platform reports nothing for single accounts. */
  subscriber?: EventSubscriber;
}>;

/** The registrations that may be behind a platform's webhooks: each signs with its own secret. */
export const appsOf = (apps: PlatformApps, platform: Platform): readonly PlatformApp[] => {
  // X signs with the secret of the API key, which is not that of the OAuth 2.0 client.
  const further: Readonly<Partial<Record<Platform, AppName>>> = {
    INSTAGRAM: facebookAppOf(apps),
    TWITTER: 'TWITTER_WEBHOOKS',
  };
  const names = [further[platform] ?? [], platform].flat();
  return names.flatMap((name) => apps[name] ?? []);
};

/**
 * The registration by which Instagram accounts connect through Facebook Login: one of their own, or the one
 * of Facebook, as both are applications of Meta.
 */
export const facebookAppOf = (apps: PlatformApps): 'INSTAGRAM_FACEBOOK' | 'FACEBOOK' =>
  apps.INSTAGRAM_FACEBOOK === undefined && apps.FACEBOOK !== undefined ? 'FACEBOOK' : 'INSTAGRAM_FACEBOOK';

/** The registration. Without one it throws a refusal that names what the operator has to configure. */
export const appOf = (apps: PlatformApps, name: AppName): PlatformApp => {
  const app = apps[name];
  if (!app) throw new PlatformError('refused', 'PUBLISH_ERROR', `no client id is configured for ${name}`);
  return app;
};
