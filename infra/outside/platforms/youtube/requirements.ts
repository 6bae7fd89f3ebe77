import { reviewed, versionInPath, type PlatformRequirements } from '../requirements.ts';

export const youtubeRequirements: PlatformRequirements = {
  versions: [
    versionInPath('YOUTUBE', 'api', { name: 'YouTube Data API' }),
    versionInPath('YOUTUBE', 'analytics', { name: 'YouTube Analytics API' }),
  ],
  logins: [
    {
      name: 'Google',
      registration: 'YOUTUBE',
      scopes: reviewed(
        ['youtube.upload', 'youtube.readonly', 'youtube.force-ssl'].map(
          (scope) => `https://www.googleapis.com/auth/${scope}`,
        ),
        'verification of sensitive scopes',
      ),
    },
  ],
  approval:
    'Videos of a project without the compliance audit stay private. Tokens of a project in the state "testing" end after ' +
    'a week.',
};
