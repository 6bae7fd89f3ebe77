import { reviewed, type PlatformRequirements } from '../requirements.ts';

export const redditRequirements: PlatformRequirements = {
  versions: [],
  logins: [
    {
      name: 'OAuth 2.0',
      registration: 'REDDIT',
      scopes: reviewed(
        ['identity', 'submit', 'edit', 'read', 'history', 'flair', 'mysubreddits', 'privatemessages', 'modposts'],
        'approval of the application',
      ),
    },
  ],
  approval: 'Since November 2025 Reddit approves every new application (Responsible Builder Policy).',
};
