/** An option of a command, as `parseArgs` of Node takes it, with words for people. */
export type OptionSpec = Readonly<{
  type: 'string' | 'boolean';
  multiple?: true;
  /** What stands for the value in the usage. */
  value?: string;
  says: string;
}>;

export type CommandSpec = Readonly<{
  /** What follows the name of the command. */
  takes: string;
  says: string;
  options: Readonly<Record<string, OptionSpec>>;
  /** The words that can follow, for the completion. */
  words?: readonly string[];
}>;

const platforms =
  'TWITTER LINKEDIN INSTAGRAM FACEBOOK THREADS BLUESKY TIKTOK YOUTUBE PINTEREST REDDIT SNAPCHAT TELEGRAM GOOGLE_BUSINESS MASTODON WHATSAPP';

/** The options whose values can be completed. */
export const completedValues: Readonly<Record<string, readonly string[]>> = {
  to: platforms.split(' '),
  status: [
    'draft',
    'scheduled',
    'publishing',
    'published',
    'partial',
    'failed',
    'cancelled',
    'unpublished',
    'archived',
  ],
};

const json = { type: 'boolean', says: 'prints JSON instead of text' } as const;

/** Every command: the source of the usage, of what is accepted, and of the completions. */
export const commandTable = {
  login: {
    takes: '',
    says: 'stores the address of the service and an API key, which is read from standard input',
    options: { url: { type: 'string', value: 'URL', says: 'the address of the service' }, json },
  },
  logout: { takes: '', says: 'removes the stored address and key', options: { json } },
  accounts: {
    takes: '',
    says: 'lists the connected accounts',
    options: { json },
  },
  post: {
    takes: '[TEXT]',
    says: 'publishes a post; its text comes from standard input where TEXT is -',
    options: {
      to: {
        type: 'string',
        multiple: true,
        value: 'ACCOUNT',
        says: 'a platform, an @username or an id; can be repeated',
      },
      media: { type: 'string', multiple: true, value: 'FILE', says: 'a file or an https address; can be repeated' },
      at: { type: 'string', value: 'TIME', says: 'schedules it: an ISO 8601 time, or +30m, +2h, +1d from now' },
      draft: { type: 'boolean', says: 'only saves it' },
      wait: { type: 'boolean', says: 'waits until it is published' },
      timeout: { type: 'string', value: 'SECONDS', says: 'how long to wait at most; 600 by default' },
      key: { type: 'string', value: 'KEY', says: 'an idempotency key: the same one creates no second post for a day' },
      json,
    },
  },
  posts: {
    takes: '',
    says: 'lists the newest posts',
    options: {
      status: { type: 'string', value: 'STATUS', says: 'only posts in this state' },
      limit: { type: 'string', value: 'COUNT', says: 'how many; 20 by default' },
      json,
    },
  },
  watch: {
    takes: '',
    says: 'shows what happens, as it happens; takes a key with audit-logs:read',
    options: {
      category: {
        type: 'string',
        multiple: true,
        value: 'NAME',
        says: 'only events of posts, accounts …: post, account',
      },
      type: { type: 'string', multiple: true, value: 'TYPE', says: 'only events of this type: PostCreated' },
      after: { type: 'string', value: 'POSITION', says: 'begins after this position, or with the first event: start' },
      count: { type: 'string', value: 'COUNT', says: 'ends after so many events' },
      json,
    },
  },
  webhooks: {
    takes: 'listen',
    says: 'registers a receiver on this machine and hands its deliveries on; the service has to be on this machine too',
    options: {
      'forward-to': { type: 'string', value: 'URL', says: 'where deliveries are handed on to, as they came' },
      event: { type: 'string', multiple: true, value: 'TYPE', says: 'only events of this type; all by default' },
      count: { type: 'string', value: 'COUNT', says: 'ends after so many deliveries' },
      json,
    },
    words: ['listen'],
  },
  completion: {
    takes: 'bash|zsh|fish',
    says: 'prints the completion of a shell',
    options: {},
    words: ['bash', 'zsh', 'fish'],
  },
} as const satisfies Readonly<Record<string, CommandSpec>>;

export type CommandName = keyof typeof commandTable;

export const isCommand = (name: string): name is CommandName => Object.hasOwn(commandTable, name);

const optionLine = ([name, { value, says }]: readonly [string, OptionSpec]): string =>
  `    ${`--${name}${value === undefined ? '' : ` ${value}`}`.padEnd(20)} ${says}`;

export const usage = (): string =>
  [
    'social <command> [options]',
    '',
    ...Object.entries<CommandSpec>(commandTable).flatMap(([name, { takes, says, options }]) => [
      `  ${`${name} ${takes}`.trim().padEnd(22)} ${says}`,
      ...Object.entries(options).map(optionLine),
    ]),
    '',
    'SOCIAL_URL and SOCIAL_KEY take precedence over what login stored.',
    'Exit codes: 0 done, 1 refused or not published, 2 wrong usage, 3 no key or a refused one, 4 no answer.',
  ].join('\n');
