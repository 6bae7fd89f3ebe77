import { reviewed, type PlatformRequirements } from '../requirements.ts';
import { scope } from './oauth.ts';

export const blueskyRequirements: PlatformRequirements = {
  versions: [],
  logins: [{ name: 'OAuth', registration: 'BLUESKY', scopes: reviewed(scope.split(' '), 'none') }],
  approval: 'none: the client document of the service is the registration. App passwords need nothing.',
};
