import { reviewed, versionInPath, type PlatformRequirements } from '../requirements.ts';

export const twitterRequirements: PlatformRequirements = {
  versions: [{ ...versionInPath('TWITTER', 'token', { name: 'X API' }), variable: 'TWITTER_API_URL' }],
  logins: [
    {
      name: 'OAuth 2.0',
      registration: 'TWITTER',
      scopes: reviewed(
        [
          'tweet.read',
          'tweet.write',
          'tweet.moderate.write',
          'users.read',
          'media.write',
          'dm.read',
          'dm.write',
          'offline.access',
        ],
        'none',
      ),
    },
  ],
  approval:
    'A developer account with a plan. Replies to people who did not mention the account need an enterprise plan.',
};
