import { advancedAccess, businessVerification } from '../meta/requirements.ts';
import { reviewed, versionInPath, type PlatformRequirements } from '../requirements.ts';
import { threadsScopes } from './connector.ts';

export const threadsRequirements: PlatformRequirements = {
  versions: [versionInPath('THREADS', 'api', { name: 'Threads' })],
  logins: [
    {
      name: 'Threads',
      registration: 'THREADS',
      scopes: reviewed(threadsScopes, advancedAccess),
    },
  ],
  approval: businessVerification,
};
