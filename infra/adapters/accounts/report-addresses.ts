import { createHmac } from 'node:crypto';
import { isIP } from 'node:net';
import type { Mode } from '../../../domain/kernel/mode.ts';
import type { AddressOf } from '../../../domain/platforms/event-subscriber.ts';
import type { Platform } from '../../../domain/platforms/platform.ts';

/** Where platforms reach this service; undefined where they cannot. */
export type ReportBases = Readonly<Partial<Record<Mode, string | undefined>>>;

/** The addresses that platforms report to, each with its secret. The key is the service's own. */
export type ReportAddresses = Readonly<{
  /** Undefined where no platform can reach the service. */
  of(platform: Platform, mode: Mode): AddressOf | undefined;
  /** The secret of the address of one source. */
  secretOf(platform: Platform, mode: Mode, source: string): string;
}>;

/** The service's own address for the webhooks of live platforms: they take public https addresses only. */
export const publicReportBase = (publicUrl: string): string | undefined => {
  const { protocol, hostname } = new URL(publicUrl);
  const isNamed =
    hostname.includes('.') && isIP(hostname) === 0 && !/\.(local|internal|localhost|test)$/.test(hostname);
  return protocol === 'https:' && isNamed ? publicUrl : undefined;
};

const pathOf = (platform: Platform, mode: Mode): string =>
  `/v1/platform-webhooks/${mode === 'test' ? 'test/' : ''}${platform.toLowerCase()}`;

export const reportAddresses = (key: string, bases: ReportBases): ReportAddresses => {
  const secretOf = (platform: Platform, mode: Mode, source: string): string =>
    createHmac('sha256', key)
      .update(JSON.stringify(['platform-webhooks', platform, mode, source]))
      .digest('hex')
      .slice(0, 32);
  return {
    secretOf,
    of: (platform, mode) => {
      const base = bases[mode];
      if (base === undefined) return undefined;
      return (source) => ({
        url: `${base}${pathOf(platform, mode)}${source === undefined ? '' : `/${encodeURIComponent(source)}`}`,
        secret: secretOf(platform, mode, source ?? ''),
      });
    },
  };
};
