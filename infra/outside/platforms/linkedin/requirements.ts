import { reviewed, type PlatformRequirements } from '../requirements.ts';

const selfService = 'none (product added by self-service)';
const communityManagement = 'review of Community Management';

/** LinkedIn docs: "Versioning", and the products of the Developer Portal. */
export const linkedinRequirements: PlatformRequirements = {
  versions: [
    {
      name: 'LinkedIn',
      called: ({ linkedinVersion }) => linkedinVersion,
      // A version lives for a year after its month.
      ends: (version) => `${Number(version.slice(0, 4)) + 1}-${version.slice(4)}-01`,
      variable: 'LINKEDIN_VERSION',
    },
  ],
  logins: [
    {
      name: 'member',
      registration: 'LINKEDIN',
      scopes: reviewed(['openid', 'profile', 'email', 'w_member_social'], selfService),
    },
    {
      name: 'organization',
      registration: 'LINKEDIN_ORGANIZATION',
      scopes: reviewed(
        [
          'r_basicprofile',
          'w_member_social',
          'w_member_social_feed',
          'r_member_postAnalytics',
          'r_member_profileAnalytics',
          'w_organization_social',
          'w_organization_social_feed',
          'r_organization_social',
          'r_organization_social_feed',
          'rw_organization_admin',
        ],
        communityManagement,
      ),
    },
  ],
  approval: 'Community Management goes only to an application that has no other product, of a verified company page.',
};
