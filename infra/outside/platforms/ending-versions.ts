import { platformRules } from '../../../domain/content/platform-rules.ts';
import type { PlatformApps } from './adapter.ts';
import type { PlatformHosts } from './hosts.ts';

/** Meta docs: Graph API changelog. A version that is not listed here has no known end. */
const graphEnds: Readonly<Record<string, string>> = { 'v23.0': '2027-10-08', 'v24.0': '2028-02-18' };
const onGraph = ['FACEBOOK', 'INSTAGRAM', 'WHATSAPP'] as const;

/** LinkedIn docs: versioning. A version lives for a year after its month. */
const linkedinEnd = (version: string): string => `${Number(version.slice(0, 4)) + 1}-${version.slice(4)}-01`;

/** The operator has half a year to raise a version. */
const isNear = (end: string, now: Date): boolean => {
  const from = new Date(end);
  from.setUTCMonth(from.getUTCMonth() - 6);
  return now >= from;
};

type Versioned = Readonly<{ urls: PlatformHosts['urls']; linkedinVersion: string }>;

/** The versions of platforms' APIs that end within half a year, of the platforms that have a registration. */
export const endingVersions = (hosts: Versioned, apps: PlatformApps, now: Date): readonly string[] => {
  const said: string[] = [];
  const { linkedinVersion } = hosts;
  if ((apps.LINKEDIN ?? apps.LINKEDIN_ORGANIZATION) && isNear(linkedinEnd(linkedinVersion), now))
    said.push(`${linkedinVersion} of LinkedIn ends on ${linkedinEnd(linkedinVersion)}: raise LINKEDIN_VERSION`);
  for (const platform of onGraph) {
    const version = /\/(v\d+\.\d+)$/.exec(hosts.urls[platform].api)?.[1] ?? '';
    const end = graphEnds[version];
    if (apps[platform] && end !== undefined && isNear(end, now))
      said.push(`${version} of ${platformRules[platform].name} ends on ${end}: raise ${platform}_API_URL`);
  }
  return said;
};
