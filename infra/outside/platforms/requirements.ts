import type { Platform } from '../../../domain/platforms/platform.ts';
import type { AppName } from './adapter.ts';
import type { PlatformHosts } from './hosts.ts';
import { tableOf } from '../../../domain/kernel/keys-of.ts';

/** One API of a platform, in the version that it is called in. */
export type ApiVersion = Readonly<{
  name: string;
  /** The version of a call to these hosts. Undefined where the operator's address names none. */
  called(hosts: Pick<PlatformHosts, 'urls' | 'linkedinVersion'>): string | undefined;
  /** The day on which a version ends, by the platform's documentation. Undefined where it has announced none. */
  ends(version: string): string | undefined;
  /** The variable that raises the version. */
  variable: string;
}>;

/** What one of a platform's logins asks people for. */
export type LoginRequirements = Readonly<{
  name: string;
  /** Absent where the operator registers nothing. */
  registration?: AppName;
  /** Every scope asked for, and the platform's review of it. */
  scopes: Readonly<Record<string, string>>;
}>;

/** What a platform asks of an operator before accounts of other people can be connected and used. */
export type PlatformRequirements = Readonly<{
  versions: readonly ApiVersion[];
  logins: readonly LoginRequirements[];
  /** What the platform asks for beyond its scopes. */
  approval: string;
}>;

const versionIn = (url: string): string | undefined => /\/(v?\d+(?:\.\d+)?)(?=\/|$)/.exec(new URL(url).pathname)?.[1];

/** The version in the path of one of a platform's addresses. */
export const versionInPath = <P extends Platform>(
  platform: P,
  url: Extract<keyof PlatformHosts['urls'][P], string>,
  { name, ends = {} }: Readonly<{ name: string; ends?: Readonly<Record<string, string>> }>,
): ApiVersion => ({
  name,
  called: ({ urls }) => versionIn(String(urls[platform][url])),
  ends: (version) => ends[version],
  variable: `${platform}_${url.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}_URL`,
});

/** One answer for several scopes. */
export const reviewed = <const Scope extends string>(scopes: readonly Scope[], review: string): Record<Scope, string> =>
  tableOf(scopes, () => review);
