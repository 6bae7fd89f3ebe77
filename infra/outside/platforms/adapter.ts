import type { Community } from '../../../domain/platforms/community.ts';
import type { Connector } from '../../../domain/platforms/connector.ts';
import type { Platform } from '../../../domain/platforms/platform.ts';
import { PlatformError } from '../../../domain/platforms/platform-error.ts';
import type { Publisher } from '../../../domain/platforms/publisher.ts';
import type { PlatformHosts } from './hosts.ts';
import type { PlatformHttp } from './http.ts';

/** The service's own registration with a platform. */
export type PlatformApp = Readonly<{ clientId: string; clientSecret: string }>;
export type PlatformApps = Readonly<Partial<Record<Platform, PlatformApp>>>;

/** The dependencies of every adapter: nothing else reaches the network. */
export type PlatformTools = Readonly<{ http: PlatformHttp; hosts: PlatformHosts; apps: PlatformApps }>;

/** One platform, as the service uses it. */
export type PlatformAdapter = Readonly<{ publisher: Publisher; connector: Connector; community: Community }>;

/** The registration. Without one it throws a refusal that names what the operator has to configure. */
export const appOf = (apps: PlatformApps, platform: Platform): PlatformApp => {
  const app = apps[platform];
  if (!app) throw new PlatformError('refused', 'PUBLISH_ERROR', `no client id is configured for ${platform}`);
  return app;
};
