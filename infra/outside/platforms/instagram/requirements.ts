import { advancedAccess, businessVerification, graphEnds } from '../meta/requirements.ts';
import { reviewed, versionInPath, type PlatformRequirements } from '../requirements.ts';
import { directScopes, facebookScopes } from './connector.ts';

export const instagramRequirements: PlatformRequirements = {
  versions: [
    versionInPath('INSTAGRAM', 'api', { name: 'Instagram', ends: graphEnds }),
    versionInPath('INSTAGRAM', 'facebookApi', { name: 'Instagram by Facebook Login', ends: graphEnds }),
  ],
  logins: [
    {
      name: 'instagram_login',
      registration: 'INSTAGRAM',
      scopes: reviewed(directScopes, advancedAccess),
    },
    {
      name: 'fb_login',
      registration: 'INSTAGRAM_FACEBOOK',
      scopes: reviewed(facebookScopes, advancedAccess),
    },
  ],
  approval: businessVerification,
};
