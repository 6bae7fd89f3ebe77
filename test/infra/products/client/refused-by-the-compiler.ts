import {
  createClient,
  orThrow,
  paginate,
  paginateNumbered,
  type Schemas,
} from '../../../../infra/products/client/client.ts';

/**
 * A test of the types, which `npm run typecheck` runs: each line below `@ts-expect-error` is an error of the compiler, or
 * the check fails. A misspelled field never publishes in public what was meant to be private.
 */
export const refusedByTheCompiler = async (): Promise<void> => {
  const client = createClient({ baseUrl: 'http://127.0.0.1', apiKey: 'svc_test_key' });
  const text = { content: 'Hello', accountIds: ['c0000000000000000000000001'] };

  // @ts-expect-error a field that no post has
  await client.POST('/v1/posts', { body: { ...text, scheduleFor: '2031-05-01T00:00:00Z' } });
  // @ts-expect-error a field that no platform has
  await client.POST('/v1/posts', { body: { ...text, platformMetadata: { YOUTUBE: { visibilty: 'private' } } } });
  // @ts-expect-error a value that the field does not have
  await client.POST('/v1/posts', { body: { ...text, contentType: 'PICTURE' } });
  // @ts-expect-error a query parameter that the list does not have
  await client.GET('/v1/posts', { params: { query: { state: 'failed' } } });
  // @ts-expect-error an option that no call has
  await client.GET('/v1/posts', { param: { query: { status: 'failed' } } });
  // @ts-expect-error a required field is missing
  await client.POST('/v1/posts', { body: { content: 'Hello' } });
  // @ts-expect-error an id is missing
  await client.GET('/v1/posts/{id}');
  // @ts-expect-error a path that does not exist
  await client.GET('/v1/post');
  // @ts-expect-error a method that the path does not have
  await client.DELETE('/v1/accounts/{id}/pages', { params: { path: { id: 'c' } } });

  // What is right is typed from request to answer.
  const post: Schemas['Post'] = orThrow(await client.POST('/v1/posts', { body: text }));
  for await (const { status } of paginate((at) => client.GET('/v1/posts', { params: { query: at } }))) {
    const same: Schemas['Post']['status'] = status;
    // @ts-expect-error the items are no untyped values
    const wrong: number = status;
    void [same, wrong, post];
  }
  for await (const { name } of paginateNumbered((at) => client.GET('/v1/broadcasts', { params: { query: at } }))) {
    const known: string = name;
    void known;
  }
  const file: Blob | undefined = (await client.GET('/v1/reports/pdf', { parseAs: 'blob' })).data;
  void file;
};
