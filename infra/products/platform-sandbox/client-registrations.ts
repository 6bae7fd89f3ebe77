import { platforms, type Platform } from '../../../domain/platforms/platform.ts';

export type SandboxApp = Platform | 'LINKEDIN_ORGANIZATION' | 'INSTAGRAM_FACEBOOK' | 'TWITTER_WEBHOOKS';

/** The registrations the sandbox accepts: `sandbox-<name>` with the secret `sandbox-<name>-secret`. */
export const sandboxApps: Readonly<Partial<Record<SandboxApp, Readonly<{ clientId: string; clientSecret: string }>>>> =
  Object.fromEntries(
    [...platforms, 'LINKEDIN_ORGANIZATION', 'INSTAGRAM_FACEBOOK', 'TWITTER_WEBHOOKS'].map((name) => {
      const clientId = `sandbox-${name.toLowerCase().replace('_', '-')}`;
      return [name, { clientId, clientSecret: `${clientId}-secret` }];
    }),
  );

/** The path under which the sandbox simulates a platform. */
export const sandboxPath = (platform: Platform): string => `/sandbox/${platform.toLowerCase()}`;
