import type { Choice, Field } from '../n8n.ts';

export const platforms: readonly Choice[] = [
  { name: 'Bluesky', value: 'BLUESKY' },
  { name: 'Facebook', value: 'FACEBOOK' },
  { name: 'Google Business', value: 'GOOGLE_BUSINESS' },
  { name: 'Instagram', value: 'INSTAGRAM' },
  { name: 'LinkedIn', value: 'LINKEDIN' },
  { name: 'Mastodon', value: 'MASTODON' },
  { name: 'Pinterest', value: 'PINTEREST' },
  { name: 'Reddit', value: 'REDDIT' },
  { name: 'Snapchat', value: 'SNAPCHAT' },
  { name: 'Telegram', value: 'TELEGRAM' },
  { name: 'Threads', value: 'THREADS' },
  { name: 'TikTok', value: 'TIKTOK' },
  { name: 'WhatsApp', value: 'WHATSAPP' },
  { name: 'X (Twitter)', value: 'TWITTER' },
  { name: 'YouTube', value: 'YOUTUBE' },
];

const statuses = [
  'draft',
  'pending_approval',
  'approved',
  'scheduled',
  'publishing',
  'published',
  'partial',
  'failed',
  'cancelled',
  'unpublished',
  'archived',
  'payment_paused',
];

const capital = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1).replaceAll('_', ' ')}`;

const shownFor = (resource: string, operations: readonly string[], field: Field): Field => ({
  ...field,
  displayOptions: { show: { ...field.displayOptions?.show, resource: [resource], operation: operations } },
});

const operations = (resource: string, fallback: string, options: readonly Choice[]): Field => ({
  displayName: 'Operation',
  name: 'operation',
  type: 'options',
  noDataExpression: true,
  default: fallback,
  options,
  displayOptions: { show: { resource: [resource] } },
});

const limit: Field = {
  displayName: 'Limit',
  name: 'limit',
  type: 'number',
  typeOptions: { minValue: 1 },
  default: 50,
  description: 'Max number of results to return',
  displayOptions: { show: { returnAll: [false] } },
};
const returnAll: Field = {
  displayName: 'Return All',
  name: 'returnAll',
  type: 'boolean',
  default: false,
  description: 'Whether to return all results or only up to a given limit',
};
const platform: Field = {
  displayName: 'Platform',
  name: 'platform',
  type: 'options',
  default: '',
  options: [{ name: 'Any', value: '' }, ...platforms],
  description: 'Only what is on this platform',
};

const accountFields: readonly Field[] = [
  operations('account', 'getAll', [
    { name: 'Get Many', value: 'getAll', action: 'Get many accounts', description: 'List the connected accounts' },
  ]),
  ...[returnAll, limit, platform].map((field) => shownFor('account', ['getAll'], field)),
];

const postId: Field = {
  displayName: 'Post ID',
  name: 'postId',
  type: 'string',
  default: '',
  required: true,
  description: 'The ID of the post',
};
const wait: readonly Field[] = [
  {
    displayName: 'Wait for the Outcome',
    name: 'wait',
    type: 'boolean',
    default: false,
    description: 'Whether to continue only when each platform has published or refused the post',
  },
  {
    displayName: 'Give Up After (Seconds)',
    name: 'timeout',
    type: 'number',
    typeOptions: { minValue: 1 },
    default: 600,
    description: 'How long to wait at most',
    displayOptions: { show: { wait: [true] } },
  },
  {
    displayName: 'Fail Unless Published',
    name: 'failUnlessPublished',
    type: 'boolean',
    default: true,
    description: 'Whether a post that is not published on every platform is an error, with the reasons as its message',
    displayOptions: { show: { wait: [true] } },
  },
];

const whenPublished: readonly Choice[] = [
  { name: 'Keep as Draft', value: 'draft' },
  { name: 'Now', value: 'now' },
  { name: 'At a Time', value: 'schedule' },
];

const createFields: readonly Field[] = [
  {
    displayName: 'Text',
    name: 'content',
    type: 'string',
    typeOptions: { rows: 4 },
    default: '',
    description: 'The text of the post. A post with media may have none.',
  },
  {
    displayName: 'Account Names or IDs',
    name: 'accountIds',
    type: 'multiOptions',
    typeOptions: { loadOptionsMethod: 'accounts' },
    default: [],
    required: true,
    description:
      'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
  },
  { displayName: 'Publish', name: 'when', type: 'options', default: 'draft', options: whenPublished },
  {
    displayName: 'Time',
    name: 'scheduledFor',
    type: 'dateTime',
    default: '',
    required: true,
    description: 'When the post is published. A time without a zone is in the zone of the workflow.',
    displayOptions: { show: { when: ['schedule'] } },
  },
  ...wait.map((field): Field => ({
    ...field,
    displayOptions: { show: { ...field.displayOptions?.show, when: ['now'] } },
  })),
  {
    displayName: 'Additional Fields',
    name: 'additional',
    type: 'collection',
    default: {},
    options: [
      {
        displayName: 'First Comment',
        name: 'firstComment',
        type: 'string',
        default: '',
        description: 'The service writes it under the post once that is published',
      },
      {
        displayName: 'Idempotency Key',
        name: 'idempotencyKey',
        type: 'string',
        default: '',
        description: 'A post with a key that was used in the last 24 hours is not created again',
      },
      {
        displayName: 'Media IDs',
        name: 'mediaIds',
        type: 'string',
        default: '',
        placeholder: 'c1…, c2…',
        description: 'IDs of uploaded files, separated by commas, in the order in which they are shown',
      },
      {
        displayName: 'Platform Fields (JSON)',
        name: 'platformMetadata',
        type: 'json',
        default: '{}',
        placeholder: '{ "MASTODON": { "visibility": "private" } }',
        description: 'The fields of one platform, by platform. An unknown field is refused.',
      },
      {
        displayName: 'Platform Texts (JSON)',
        name: 'platformOverrides',
        type: 'json',
        default: '{}',
        placeholder: '{ "TWITTER": { "content": "Shorter" } }',
        description: 'Another text for one platform, by platform',
      },
    ],
  },
];

const postFields: readonly Field[] = [
  operations('post', 'create', [
    { name: 'Cancel', value: 'cancel', action: 'Cancel a post', description: 'Keep a scheduled post from publishing' },
    { name: 'Create', value: 'create', action: 'Create a post', description: 'Create a draft, schedule or publish' },
    { name: 'Get', value: 'get', action: 'Get a post', description: 'Read one post with its state on each platform' },
    { name: 'Get Many', value: 'getAll', action: 'Get many posts', description: 'List posts, the newest first' },
    { name: 'Publish', value: 'publish', action: 'Publish a post', description: 'Publish a draft or scheduled post' },
    {
      name: 'Wait for Outcome',
      value: 'wait',
      action: 'Wait for the outcome of a post',
      description: 'Continue when each platform has published or refused the post',
    },
  ]),
  ...createFields.map((field) => shownFor('post', ['create'], field)),
  shownFor('post', ['cancel', 'get', 'publish', 'wait'], postId),
  ...wait.map((field) => shownFor('post', ['publish'], field)),
  ...wait.slice(1).map(({ displayOptions: _, ...field }) => shownFor('post', ['wait'], field)),
  ...[
    returnAll,
    limit,
    platform,
    {
      displayName: 'Status',
      name: 'status',
      type: 'options',
      default: '',
      options: [{ name: 'Any', value: '' }, ...statuses.map((value) => ({ name: capital(value), value }))],
      description: 'Only posts in this state',
    } as const,
  ].map((field) => shownFor('post', ['getAll'], field)),
];

const mediaFields: readonly Field[] = [
  operations('media', 'upload', [
    { name: 'Upload', value: 'upload', action: 'Upload a file', description: 'Upload a picture, video or document' },
  ]),
  ...(
    [
      {
        displayName: 'Input Binary Field',
        name: 'binaryProperty',
        type: 'string',
        default: 'data',
        required: true,
        hint: 'The name of the input binary field containing the file to upload',
      },
      {
        displayName: 'Alternative Text',
        name: 'altText',
        type: 'string',
        default: '',
        description: 'What the file shows, for people who do not see it',
      },
    ] as const
  ).map((field) => shownFor('media', ['upload'], field)),
];

export const fields: readonly Field[] = [
  {
    displayName: 'Resource',
    name: 'resource',
    type: 'options',
    noDataExpression: true,
    default: 'post',
    options: [
      { name: 'Account', value: 'account' },
      { name: 'Media', value: 'media' },
      { name: 'Post', value: 'post' },
    ],
  },
  ...accountFields,
  ...postFields,
  ...mediaFields,
];
