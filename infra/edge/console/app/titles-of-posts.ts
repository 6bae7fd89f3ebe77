import { answered, api, Refusal } from './api.ts';
import { titleOf } from './post-title.ts';

/** The beginning of a post; undefined where the post was deleted since. */
export const titleById = (id: string): Promise<string | undefined> =>
  answered(api.GET('/v1/posts/{id}', { params: { path: { id } } })).then(titleOf, (fault: unknown) => {
    if (fault instanceof Refusal && fault.status === 404) return undefined;
    throw fault;
  });

/** The beginnings of several posts by their ids, without those that were deleted since. */
export const titlesOf = async (ids: Iterable<string>): Promise<ReadonlyMap<string, string>> => {
  const found = await Promise.all([...new Set(ids)].map(async (id) => [id, await titleById(id)] as const));
  return new Map(found.flatMap(([id, title]) => (title === undefined ? [] : [[id, title] as const])));
};
