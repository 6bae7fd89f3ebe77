import type { Community } from '../../../domain/platforms/community.ts';
import type { Connector } from '../../../domain/platforms/connector.ts';
import { platforms } from '../../../domain/platforms/platform.ts';
import { PlatformError } from '../../../domain/platforms/platform-error.ts';
import type { Publisher } from '../../../domain/platforms/publisher.ts';
import type { PlatformHosts } from './hosts.ts';
import type { PlatformHttp } from './http.ts';

/**
 * A registration's name, which its variables begin with. LinkedIn has two: an application approved
 * for community management can have no other product.
 */
export const appNames = [...platforms, 'LINKEDIN_ORGANIZATION'] as const;
export type AppName = (typeof appNames)[number];

/** The service's own registration with a platform. */
export type PlatformApp = Readonly<{
  clientId: string;
  clientSecret: string;
  /** Replaces the scopes that the service asks for, where the operator set them. */
  scopes?: string;
}>;
export type PlatformApps = Readonly<Partial<Record<AppName, PlatformApp>>>;

/** The dependencies of every adapter: nothing else reaches the network. */
export type PlatformTools = Readonly<{ http: PlatformHttp; hosts: PlatformHosts; apps: PlatformApps }>;

/** One platform, as the service uses it. */
export type PlatformAdapter = Readonly<{ publisher: Publisher; connector: Connector; community: Community }>;

/** The registration. Without one it throws a refusal that names what the operator has to configure. */
export const appOf = (apps: PlatformApps, name: AppName): PlatformApp => {
  const app = apps[name];
  if (!app) throw new PlatformError('refused', 'PUBLISH_ERROR', `no client id is configured for ${name}`);
  return app;
};
