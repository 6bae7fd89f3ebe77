/** The groups of the reference page. Each tag is the first segment of its paths behind `/v1`. */
const groups: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Publishing: {
    posts: 'Posts and their threads: create, validate, schedule, publish, retry, unpublish.',
    batch: 'Several operations on posts in one request, each with its own outcome.',
    media: 'Images, videos and documents: upload, import from an address, describe, check.',
    queues: 'The weekly times at which queued posts are published.',
    calendar: 'Planned posts and personas of the content calendar.',
    'bulk-generate': 'Jobs that write a series of posts for a persona.',
    'hashtag-sets': 'Named lists of hashtags.',
    platforms: 'The fifteen platforms with their limits.',
  },
  Accounts: {
    accounts: 'The connected accounts: authorize, choose a Page, check, disconnect.',
  },
  Approval: {
    'approval-queue': 'The posts that wait for a decision of the caller.',
  },
  Conversations: {
    inbox: 'Comments, mentions, reviews and messages that came in, and the replies to them.',
    'comment-automations': 'Rules that answer comments which hold a keyword.',
  },
  Messaging: {
    contacts: 'People who wrote to an account or were imported, and what is known of them.',
    audiences: 'Stored rules that select contacts.',
    broadcasts: 'One message to all contacts of a segment.',
    sequences: 'Series of messages that a contact gets one after the other.',
  },
  'Writing help': {
    ai: 'Texts, hashtags, images and times suggested by a model.',
    personas: 'The voices that generated posts have, with their modules, storylines and memory.',
  },
  Figures: {
    analytics: 'Insights of posts and accounts, and how fast and how well posts are published.',
    audience: 'Followers of the accounts, and their growth.',
    reports: 'The figures of a time span as CSV, Excel or PDF.',
  },
  Workspaces: {
    workspaces: 'Workspaces with their members, API keys, invitations, approval workflows and usage.',
    invitations: 'Invitations to a workspace, as the invited person sees them.',
    users: 'The signed-in person: profile, sessions, password, export and deletion.',
    uploads: 'Pictures of people and workspaces.',
    settings: 'The mails that a person wants.',
  },
  Webhooks: {
    webhooks: 'Endpoints that get events, their deliveries, replays and signing secrets.',
  },
  Billing: {
    billing: 'The plan, its limits, credits and usage of a workspace.',
    subscription: 'Changes of the plan, and what a change means before it is made.',
  },
  'History and events': {
    'audit-logs': 'Who did what in the workspace, from the log.',
    events: 'The live feed, the export and the catalogue of events.',
  },
  Operation: {
    admin: 'Processes, read models, people, workspaces and storage, for operators of the service.',
    sandbox: 'The simulated platforms of test mode: clock, faults, incoming comments, figures.',
  },
};

/** The tag of an endpoint. */
export const tagOf = (path: string): string => path.split('/')[2] ?? '';

type TagGroup = Readonly<{ name: string; tags: readonly string[] }>;

/** The tags in use, each with its sentence, and the groups that order them. A tag without a sentence is a fault. */
export const tagsOf = (paths: readonly string[]) => {
  const used = new Set(paths.map(tagOf));
  const known = Object.entries(groups).map(([name, tags]) => ({
    name,
    tags: Object.entries(tags).filter(([tag]) => used.has(tag)),
  }));
  const described = known.flatMap(({ tags }) => tags.map(([name, description]) => ({ name, description })));
  const silent = [...used].filter((tag) => !described.some(({ name }) => name === tag));
  if (silent.length > 0) throw new Error(`Say in infra/edge/http/openapi/tags.ts what is under ${silent.join(', ')}`);
  const tagGroups: TagGroup[] = known
    .filter(({ tags }) => tags.length > 0)
    .map(({ name, tags }) => ({ name, tags: tags.map(([tag]) => tag) }));
  return { tags: described, 'x-tagGroups': tagGroups };
};
