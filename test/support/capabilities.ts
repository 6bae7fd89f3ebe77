/** The layers that are divided by capability, with what a capability has in each. */
export const layers = {
  domain: 'rules',
  commands: 'writes',
  projections: 'read models',
  'read-api': 'reads',
  processes: 'processes',
  'infra/adapters': 'adapters',
} as const;

export type Layer = keyof typeof layers;

/** Every capability, by the name that its folder has in every layer and under `test`, with what it is for. */
export const capabilities: Readonly<Record<string, string>> = {
  accounts: 'Connects accounts of platforms, and keeps their tokens alive.',
  ai: 'Writes texts and hashtags, and suggests times.',
  analytics: 'Answers how published posts do.',
  approvals: 'Asks people before posts go out.',
  audiences: 'Names groups of contacts by rules.',
  'audit-logs': 'Lists who did what in a workspace.',
  billing: 'Sells plans and credits.',
  broadcasts: 'Sends one message to an audience.',
  'bulk-generation': 'Generates many posts in one job.',
  calendar: 'Plans posts of calendar personas.',
  'comment-automations': 'Answers comments by rules.',
  comments: 'Reads, answers and hides comments.',
  contacts: 'Keeps people who write, and messages with them.',
  credits: 'Reserves and spends AI credits.',
  erasure: 'Erases people, contacts and workspaces.',
  events: 'Gives the catalogue, the stream and exports of events.',
  'hashtag-sets': 'Keeps hashtags under a name.',
  history: 'Answers how a resource became what it is.',
  'image-jobs': 'Generates images.',
  media: 'Takes, checks and keeps files.',
  mentions: 'Lists where others mention an account.',
  notifications: 'Mails people what concerns them.',
  operations: 'Shows and repairs read models and processes.',
  personas: 'Keeps voices in which posts are written.',
  'platform-webhooks': 'Takes what platforms report.',
  posts: 'Creates, schedules and publishes posts.',
  queues: 'Keeps the weekly slots of a workspace.',
  reports: 'Writes reports as files.',
  reviews: 'Reads and answers reviews.',
  sequences: 'Sends contacts a series of messages.',
  'sign-in': 'Signs people in with a password and a second factor, or a passkey.',
  users: 'Keeps the profile of a person.',
  webhooks: 'Delivers events to the endpoints of customers.',
  workspaces: 'Keeps workspaces, members, invitations and API keys.',
};

/** Folders of a layer that belong to no capability. */
export const shared: Readonly<Record<Layer, readonly string[]>> = {
  domain: ['access', 'content', 'kernel', 'mail', 'plans', 'platforms'],
  commands: ['kernel'],
  projections: ['authoring', 'kernel'],
  'read-api': ['contract', 'kernel'],
  processes: ['kernel'],
  'infra/adapters': ['mail', 'measured', 'processes'],
};

export const layerNames = Object.keys(layers) as readonly Layer[];
