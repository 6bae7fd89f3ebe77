import { versionInPath, type PlatformRequirements } from '../requirements.ts';

export const snapchatRequirements: PlatformRequirements = {
  versions: [versionInPath('SNAPCHAT', 'api', { name: 'Snapchat' })],
  logins: [
    {
      name: 'OAuth 2.0',
      registration: 'SNAPCHAT',
      scopes: { 'snapchat-profile-api': 'access to the Public Profile API' },
    },
  ],
  approval: 'Snap opens the Public Profile API to an application on request.',
};
