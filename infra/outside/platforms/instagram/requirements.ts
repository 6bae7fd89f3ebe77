import { advancedAccess, businessVerification, graphEnds } from '../meta/requirements.ts';
import { reviewed, versionInPath, type PlatformRequirements } from '../requirements.ts';

export const instagramRequirements: PlatformRequirements = {
  versions: [
    versionInPath('INSTAGRAM', 'api', { name: 'Instagram', ends: graphEnds }),
    versionInPath('INSTAGRAM', 'facebookApi', { name: 'Instagram by Facebook Login', ends: graphEnds }),
  ],
  logins: [
    {
      name: 'instagram_login',
      registration: 'INSTAGRAM',
      scopes: reviewed(
        [
          'instagram_business_basic',
          'instagram_business_content_publish',
          'instagram_business_manage_comments',
          'instagram_business_manage_insights',
          'instagram_business_manage_messages',
        ],
        advancedAccess,
      ),
    },
    {
      name: 'fb_login',
      registration: 'INSTAGRAM_FACEBOOK',
      scopes: reviewed(
        [
          'instagram_basic',
          'instagram_content_publish',
          'instagram_manage_comments',
          'instagram_manage_insights',
          'instagram_manage_contents',
          'instagram_manage_messages',
          'pages_show_list',
          'pages_read_engagement',
          'pages_manage_metadata',
          'pages_messaging',
          'business_management',
        ],
        advancedAccess,
      ),
    },
  ],
  approval: businessVerification,
};
