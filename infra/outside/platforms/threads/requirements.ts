import { advancedAccess, businessVerification } from '../meta/requirements.ts';
import { reviewed, versionInPath, type PlatformRequirements } from '../requirements.ts';

export const threadsRequirements: PlatformRequirements = {
  versions: [versionInPath('THREADS', 'api', { name: 'Threads' })],
  logins: [
    {
      name: 'Threads',
      registration: 'THREADS',
      scopes: reviewed(
        [
          'threads_basic',
          'threads_content_publish',
          'threads_read_replies',
          'threads_manage_replies',
          'threads_manage_insights',
          'threads_manage_mentions',
          'threads_delete',
        ],
        advancedAccess,
      ),
    },
  ],
  approval: businessVerification,
};
