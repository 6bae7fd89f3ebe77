import { advancedAccess, businessVerification, graphEnds } from '../meta/requirements.ts';
import { reviewed, versionInPath, type PlatformRequirements } from '../requirements.ts';

export const facebookRequirements: PlatformRequirements = {
  versions: [versionInPath('FACEBOOK', 'api', { name: 'Facebook', ends: graphEnds })],
  logins: [
    {
      name: 'Facebook Login',
      registration: 'FACEBOOK',
      scopes: reviewed(
        [
          'pages_show_list',
          'pages_manage_posts',
          'pages_manage_metadata',
          'pages_read_engagement',
          'pages_manage_engagement',
          'pages_read_user_content',
          'pages_messaging',
          'read_insights',
          'business_management',
        ],
        advancedAccess,
      ),
    },
  ],
  approval: businessVerification,
};
