/** What `npm run mutate` changes by itself: the rules that decide what a user's posts, accounts and money become. */
export const mutated = [
  'domain/accounts',
  'domain/approvals',
  'domain/billing',
  'domain/broadcasts',
  'domain/content',
  'domain/kernel',
  'domain/posts',
  'domain/queues',
  'domain/users',
  'domain/webhooks',
  'commands/ai/charged.ts',
  'commands/comments/read-comments.ts',
  'commands/kernel',
  'commands/posts',
];

/** The folders and files with specs of a folder, beside the folder of its own name in `test`. */
export const otherSpecs: Readonly<Record<string, readonly string[]>> = {
  'domain/accounts': ['test/domain/compactions.test.ts'],
  // The rules of content are proven on the platforms that have them.
  'domain/content': ['test/domain/platforms'],
  'domain/kernel': ['test/domain/compactions.test.ts'],
};
