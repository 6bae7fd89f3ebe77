import { reviewed, type PlatformRequirements } from '../requirements.ts';

export const mastodonRequirements: PlatformRequirements = {
  versions: [],
  logins: [
    {
      name: 'OAuth 2.0',
      scopes: reviewed(
        ['read:accounts', 'read:statuses', 'read:notifications', 'write:statuses', 'write:media'],
        'none',
      ),
    },
  ],
  approval:
    'none: the service registers itself at every instance. Versions of the API are in each path (`/api/v1`, `/api/v2`).',
};
