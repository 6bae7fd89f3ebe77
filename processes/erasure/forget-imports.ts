import { contactImport } from '../../domain/contacts/contact-import.ts';
import type { ActContext } from '../kernel/act-context.ts';

export type ImportErasurePorts = Readonly<{
  /** Imports of contacts whose lines can still be read, in the order of their ids, from behind one of them on. */
  importsOf(workspaceId: string, after: string, limit: number): Promise<readonly string[]>;
  /** Destroys the key of the lines of an import. Safe to repeat. */
  forgetImport(importId: string): Promise<void>;
}>;

const perPage = 200;

/** Ends the imports of a deleted workspace, and makes their lines unreadable. */
export const forgetImports = async (
  workspaceId: string,
  { importsOf, forgetImport }: ImportErasurePorts,
  { send, signal }: Pick<ActContext, 'send' | 'signal'>,
): Promise<void> => {
  for (let after = ''; ;) {
    const some = await importsOf(workspaceId, after, perPage);
    for (const id of some) {
      signal.throwIfAborted();
      const fail = { type: 'fail-import', reason: 'The workspace was deleted' } as const;
      await send(contactImport, id, fail, { step: `fail-import/${id}` });
      await forgetImport(id);
      await send(contactImport, id, { type: 'note-erased' }, { step: `forget-import/${id}` });
    }
    const last = some.at(-1);
    if (last === undefined || some.length < perPage) return;
    after = last;
  }
};
