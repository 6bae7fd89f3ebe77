import { appNames, type PlatformApps } from '../outside/platforms/adapter.ts';
import { defined } from '../../domain/kernel/defined.ts';

/** The registrations whose login is Facebook's. */
const withConfiguration = ['FACEBOOK', 'INSTAGRAM_FACEBOOK', 'WHATSAPP'] as const;

export const platformAppsFrom = (env: Readonly<Record<string, string | undefined>>): PlatformApps =>
  Object.fromEntries(
    appNames.flatMap((name) => {
      const clientId = env[`${name}_CLIENT_ID`];
      if (clientId === undefined) return [];
      // LinkedIn grants scopes by the products of an application, which differ between operators.
      const scopes = name.startsWith('LINKEDIN') ? env[`${name}_SCOPES`] : undefined;
      const clientSecret = env[`${name}_CLIENT_SECRET`] ?? '';
      const configId = withConfiguration.some((each) => each === name) ? env[`${name}_CONFIG_ID`] : undefined;
      const more = { ...defined({ scopes, configId }) };
      return [[name, { clientId, clientSecret, ...more }]];
    }),
  );

/**
 * The URL that is this service's client id at Bluesky, where it publishes its own client document.
 */
export const blueskyClientId = (publicUrl: string): string => `${publicUrl}/oauth/bluesky/client-metadata.json`;

/**
 * Bluesky has no registration of clients. A client's id is the address of its document, which this
 * service publishes where it can.
 */
export const withBlueskyDocument = (
  apps: PlatformApps,
  publicUrl: string,
  redirectUris: readonly string[],
): PlatformApps =>
  apps.BLUESKY || redirectUris.length === 0 || !publicUrl.startsWith('https:')
    ? apps
    : { ...apps, BLUESKY: { clientId: blueskyClientId(publicUrl), clientSecret: '' } };
