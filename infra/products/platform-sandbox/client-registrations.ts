import { platforms, type Platform } from '../../../domain/platforms/platform.ts';

/** The registrations the sandbox accepts: `sandbox-<platform>` with the secret `sandbox-<platform>-secret`. */
export const sandboxApps: Readonly<Partial<Record<Platform, Readonly<{ clientId: string; clientSecret: string }>>>> =
  Object.fromEntries(
    platforms.map((platform) => {
      const clientId = `sandbox-${platform.toLowerCase().replace('_', '-')}`;
      return [platform, { clientId, clientSecret: `${clientId}-secret` }];
    }),
  );

/** The path under which the sandbox simulates a platform. */
export const sandboxPath = (platform: Platform): string => `/sandbox/${platform.toLowerCase()}`;
