import { answered, api, Refusal, type Schemas } from './api.ts';
import { filesOfThread } from './draft.ts';

/** A file that was deleted since has no answer. */
const storedFile = (id: string): Promise<readonly Schemas['Media'][]> =>
  answered(api.GET('/v1/media/{id}', { params: { path: { id } } })).then(
    (file) => [file],
    (fault: unknown) => {
      if (fault instanceof Refusal && fault.status === 404) return [];
      throw fault;
    },
  );

/** The files of the thread of a post, after its first part: the post itself has only their ids. */
export const storedFilesOf = async (post: Pick<Schemas['Post'], 'threadItems'>): Promise<readonly Schemas['Media'][]> =>
  (await Promise.all([...filesOfThread(post)].map(storedFile))).flat();
