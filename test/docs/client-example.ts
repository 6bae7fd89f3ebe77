// #region client
import { createClient, orThrow, paginate } from '@social-publishing/client';

const client = createClient({ baseUrl: 'http://127.0.0.1:3000', apiKey: process.env['API_KEY']! });

/** Creates a draft and answers the posts that failed. */
export const draftAndFailures = async (accountId: string) => {
  const draft = orThrow(await client.POST('/v1/posts', { body: { content: 'Hello', accountIds: [accountId] } }));
  const failures: string[] = [];
  for await (const post of paginate((at) =>
    client.GET('/v1/posts', { params: { query: { ...at, status: 'failed' } } }),
  )) {
    failures.push(post['id']);
  }
  return { draft, failures };
};
// #endregion
