import { platforms } from '../../../domain/platforms/platform.ts';
import type { PlatformApps } from './adapter.ts';
import { platformRequirements } from './all-requirements.ts';
import type { PlatformHosts } from './hosts.ts';

/** The operator has half a year to raise a version. */
const isNear = (end: string, now: Date): boolean => {
  const from = new Date(end);
  from.setUTCMonth(from.getUTCMonth() - 6);
  return now >= from;
};

/** The versions of platforms' APIs that end within half a year, of the platforms that have a registration. */
export const endingVersions = (
  hosts: Pick<PlatformHosts, 'urls' | 'linkedinVersion'>,
  apps: PlatformApps,
  now: Date,
): readonly string[] =>
  platforms.flatMap((platform) => {
    const { versions, logins } = platformRequirements[platform];
    const isUsed = logins.some(({ registration }) => registration !== undefined && apps[registration] !== undefined);
    return (isUsed ? versions : []).flatMap(({ name, called, ends, variable }) => {
      const version = called(hosts);
      const end = version === undefined ? undefined : ends(version);
      return end !== undefined && isNear(end, now) ? [`${version} of ${name} ends on ${end}: raise ${variable}`] : [];
    });
  });
