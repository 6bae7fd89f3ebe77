import { reviewed, versionInPath, type PlatformRequirements } from '../requirements.ts';

export const pinterestRequirements: PlatformRequirements = {
  versions: [versionInPath('PINTEREST', 'api', { name: 'Pinterest' })],
  logins: [
    {
      name: 'OAuth 2.0',
      registration: 'PINTEREST',
      scopes: reviewed(
        ['user_accounts:read', 'boards:read', 'boards:write', 'pins:read', 'pins:write'],
        'standard access',
      ),
    },
  ],
  approval: 'Pins of an application with trial access are seen by their author only.',
};
