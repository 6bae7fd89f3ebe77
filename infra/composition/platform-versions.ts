import { endingVersions } from '../outside/platforms/ending-versions.ts';
import { realHosts } from '../outside/platforms/hosts.ts';
import type { Config } from './config.ts';

/** The versions of the configured platforms' APIs that end within half a year: the start warns of them, /v1/ready names them. */
export const endingVersionsOf = (
  { platformAddresses, platformApps }: Pick<Config, 'platformAddresses' | 'platformApps'>,
  now: Date,
): readonly string[] => endingVersions(realHosts(platformAddresses), platformApps, now);
