import { isClient } from '../clients.ts';
import type { SandboxWorld } from '../platform.ts';

/**
 * LinkedIn docs: "Sign In with LinkedIn using OpenID Connect", "Share on LinkedIn" and "Community
 * Management". The last can only be the one product of an application, so no application has both
 * sets of scopes.
 */
export const memberScopes = ['openid', 'profile', 'email', 'w_member_social'] as const;
export const organizationScopes = [
  'r_basicprofile',
  'w_member_social',
  'w_member_social_feed',
  'r_member_postAnalytics',
  'r_member_profileAnalytics',
  'w_organization_social',
  'w_organization_social_feed',
  'r_organization_social',
  'r_organization_social_feed',
  'r_organization_followers',
  'r_organization_admin',
  'rw_organization_admin',
  'r_1st_connections_size',
] as const;

const products = { LINKEDIN: memberScopes, LINKEDIN_ORGANIZATION: organizationScopes } as const;
type Registration = keyof typeof products;
const registrations: readonly Registration[] = ['LINKEDIN', 'LINKEDIN_ORGANIZATION'];

/** The registration of these client credentials. */
const registrationOf = (world: SandboxWorld, clientId: string | undefined, secret?: string): Registration | undefined =>
  registrations.find((name) => isClient(world, name, clientId, secret));

export const isApplication = (world: SandboxWorld, clientId: string | undefined, secret?: string): boolean =>
  registrationOf(world, clientId, secret) !== undefined;

/** The first scope that no product of the application grants. */
export const unauthorizedScope = (
  world: SandboxWorld,
  clientId: string | undefined,
  scopes: readonly string[],
): string | undefined => {
  const registration = registrationOf(world, clientId);
  const granted: readonly string[] = registration ? products[registration] : [];
  return scopes.find((scope) => !granted.includes(scope));
};

export const clientIdOf = ({ apps }: SandboxWorld, registration: Registration): string => apps[registration].clientId;
