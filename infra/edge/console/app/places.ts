import type { Call } from './rights.ts';

/** The pages of the console, in the groups of its menu: by the part of the day that they serve. */
export const groups = {
  Publish: {
    compose: 'New post',
    calendar: 'Calendar',
    queue: 'Queue',
    posts: 'Posts',
    approvals: 'Approvals',
    jobs: 'Jobs',
  },
  Talk: {
    inbox: 'Inbox',
    contacts: 'Contacts',
    automations: 'Automations',
    broadcasts: 'Broadcasts',
    sequences: 'Sequences',
  },
  Know: { overview: 'Overview', audit: 'Audit log' },
  Connect: { accounts: 'Accounts', webhooks: 'Webhooks', keys: 'API keys' },
  Workspace: { members: 'Members', settings: 'Settings', plan: 'Plan' },
  Run: { machinery: 'Machinery', events: 'Events', residents: 'People and workspaces', installation: 'Installation' },
  You: { security: 'Security' },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The call that a page is for, where it is of no use to people whom the service refuses it. */
export const purposes: Readonly<Record<string, Call>> = {
  compose: 'POST /v1/posts',
  // The service shows the keys of a workspace to those who make them.
  keys: 'POST /v1/workspaces/{id}/api-keys',
  machinery: 'GET /v1/admin/processes',
  residents: 'GET /v1/admin/people',
  installation: 'GET /v1/admin/installation',
};

/** The part of the address that names the page. */
export const placeOf = (location: string): string => location.split('/')[1] || 'posts';
