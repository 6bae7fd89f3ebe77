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
  Run: { machinery: 'Machinery', events: 'Events' },
  You: { security: 'Security' },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The part of the address that names the page. */
export const placeOf = (location: string): string => location.split('/')[1] || 'posts';
