/** What an application may do with each scope, in words for the person who is asked. */
export const scopeWords: Readonly<Record<string, string>> = {
  'posts:read': 'See posts, the queue, figures, and what became of posts',
  'posts:write': 'Write, change, schedule, publish and remove posts',
  'accounts:read': 'See the connected accounts and whether they work',
  'media:read': 'See files',
  'media:write': 'Upload files',
  'inbox:read': 'Read comments of other people',
  'inbox:write': 'Answer comments in public',
  'contacts:read': 'See the people whom the workspace knows',
  'queues:read': 'See the posts that wait for an approval',
  'ai:write': 'Have texts written and times suggested, which costs credits',
};
