import { z } from 'zod';

/**
 * What was erased. A restored backup brings it back, so it is erased again by its tombstone. Ids
 * only: a tombstone says nothing about a person.
 *
 * @example
 * Tombstone.parse({ kind: 'user', id: 'c1' }); // { kind: 'user', id: 'c1' }
 */
export const Tombstone = z.discriminatedUnion('kind', [
  /** The key of a data subject was destroyed. */
  z.object({ kind: z.literal('key'), subject: z.string() }),
  z.object({ kind: z.literal('user'), id: z.string() }),
  z.object({ kind: z.literal('workspace'), id: z.string() }),
  /** One life of a contact: the next life is another person. `everywhere`: with what the person wrote in public. */
  z.object({
    kind: z.literal('contact'),
    id: z.string(),
    workspaceId: z.string(),
    personId: z.string(),
    everywhere: z.boolean(),
  }),
  /** The tokens of one connection of an account: a later connection has others. */
  z.object({ kind: z.literal('account'), id: z.string(), workspaceId: z.string(), connectionId: z.string() }),
]);
export type Tombstone = z.infer<typeof Tombstone>;

/** Keeps a tombstone. Called before the erasure, which may be cut off at any moment. */
export type KeepTombstone = (tombstone: Tombstone) => Promise<void>;
