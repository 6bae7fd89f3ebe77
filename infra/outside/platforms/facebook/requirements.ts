import { advancedAccess, businessVerification, graphEnds } from '../meta/requirements.ts';
import { reviewed, versionInPath, type PlatformRequirements } from '../requirements.ts';
import { facebookScopes } from './connector.ts';

export const facebookRequirements: PlatformRequirements = {
  versions: [versionInPath('FACEBOOK', 'api', { name: 'Facebook', ends: graphEnds })],
  logins: [
    {
      name: 'Facebook Login',
      registration: 'FACEBOOK',
      scopes: reviewed(facebookScopes, advancedAccess),
    },
  ],
  approval: businessVerification,
};
