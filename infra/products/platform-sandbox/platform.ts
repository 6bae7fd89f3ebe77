import type { SandboxApps } from './client-registrations.ts';
import type { KnownRedirects } from './known-redirects.ts';
import type { AccountDetails, Destination, Grant } from '../../../domain/platforms/connector.ts';
import type { Platform } from '../../../domain/platforms/platform.ts';
import type { JsonObject, SandboxAccount, SandboxObject, SandboxStore } from './store.ts';

/** The dependencies of a simulated platform. */
export type SandboxWorld = Readonly<{
  store: SandboxStore;
  /**
   * The clock of test mode. Token expiry, container readiness and every time in a platform's
   * answers follow it.
   */
  now(): Date;
  /** The registrations of the application under test. */
  apps: SandboxApps;
  /**
   * The origin of the sandbox, without a trailing slash: the base of authorization pages and upload
   * URLs.
   */
  origin: string;
  /**
   * The address of this service's own media, with a trailing slash: a simulated platform really
   * fetches only these addresses.
   */
  mediaBase?: string;
  /** Sends a report once the call is committed. Without it nothing is sent. */
  later?(report: SandboxReport): void;
  /** The address, with a trailing slash, that the developer's dashboard of each platform has for its webhooks. */
  webhooks?: string;
  /** The redirect addresses that consent pages lead back to; without it, to any. */
  redirects?: KnownRedirects;
}>;

/** One request as the platform sees it: its own host and path, without the sandbox's prefix. */
export type SandboxCall = Readonly<{
  world: SandboxWorld;
  request: Request;
  /** `https://api.x.com/2/tweets?…` */
  url: URL;
  /** The named parts of the route's path. */
  params: Readonly<Record<string, string>>;
}>;

export type Route = Readonly<{
  method: string;
  /** `/2/tweets/:id`; a last part `*` matches the rest. */
  path: string;
  /** Limits the route to one host, where two hosts of a platform share a path. */
  host?: string;
  run(call: SandboxCall): Promise<Response>;
}>;

export type ProvisionRequest = Readonly<{
  platform: Platform;
  workspaceId: string;
  accountType?: string;
  oauthVersion?: 'instagram_login' | 'fb_login';
  /** Overrides the platform's own token lifetime. */
  tokenExpiresInSeconds?: number;
  /** False leaves the refresh token out. */
  canAutoRefresh?: boolean;
  username?: string;
}>;

/** An account that exists on the simulated platform, with the grant a finished authorization would have handed over. */
export type Provisioned = Readonly<{
  details: AccountDetails;
  grant: Grant;
  /** A destination that is already chosen, where the platform needs one before it can post. */
  page?: Readonly<{ id: string; name: string }>;
  /** What the platform lists for the new account, where an account has several destinations. */
  destinations?: readonly Destination[];
}>;

/** One request of a platform to an application that subscribed to an account's events. */
export type SandboxReport = Readonly<{ url: string; body: string; headers: Readonly<Record<string, string>> }>;

/** One simulated platform. */
export interface SandboxPlatform {
  readonly platform: Platform;
  readonly routes: readonly Route[];
  /**
   * Whether posts are made through containers: `container_failed` has an effect on these platforms
   * only.
   */
  readonly containers: boolean;
  /** The platform's own answer to an unknown path. */
  unknownPath(call: Omit<SandboxCall, 'params'>): Response;
  provision(world: SandboxWorld, request: ProvisionRequest): Promise<Provisioned>;
  /** A fresh id in the platform's own form, for what others write: comments, mentions, reviews, messages. */
  newId(
    world: SandboxWorld,
    kind: 'comment' | 'mention' | 'review' | 'message',
    accountNativeId: string,
    /** Fields beside its text: a review's location is part of its name. */
    data?: JsonObject,
  ): Promise<string>;
  /**
   * What the platform sends about an object that others made. `unsubscribed`: it would report the
   * object, and no subscription asks for it; `silent`: it reports no such objects.
   */
  report?(
    world: SandboxWorld,
    object: SandboxObject,
    account: SandboxAccount,
  ): Promise<SandboxReport | 'unsubscribed' | 'silent'>;
}

const partsOf = (path: string): string[] => path.split('/').filter((part) => part !== '');

const match = (pattern: string, path: string): Record<string, string> | undefined => {
  const wanted = partsOf(pattern);
  const given = partsOf(path);
  const open = wanted.at(-1) === '*';
  if (open ? given.length < wanted.length : given.length !== wanted.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = decodeURIComponent(given[index] ?? '');
    if (part === '*' && open && index === wanted.length - 1) params['*'] = given.slice(index).join('/');
    else if (part.startsWith(':')) params[part.slice(1)] = value;
    else if (part !== value) return undefined;
  }
  return params;
};

/** Finds the route of a request and runs it. */
export const answer = async (platform: SandboxPlatform, call: Omit<SandboxCall, 'params'>): Promise<Response> => {
  for (const route of platform.routes) {
    if (route.method !== call.request.method || (route.host !== undefined && route.host !== call.url.host)) continue;
    const params = match(route.path, call.url.pathname);
    if (params) return route.run({ ...call, params });
  }
  return platform.unknownPath(call);
};
