import { forEachConcurrently } from '../../commands/kernel/for-each-concurrently.ts';
import { comment } from '../../domain/comments/comment.ts';
import { contact } from '../../domain/contacts/contact.ts';
import type { KeepTombstone } from '../../domain/kernel/tombstone.ts';
import { Refused } from '../../domain/kernel/refused.ts';
import { mention } from '../../domain/mentions/mention.ts';
import type { ActContext } from '../kernel/act-context.ts';
import { processOf } from '../kernel/process.ts';

/** What people write to accounts in public, under the id of their contact. */
export type PublicKind = 'comments' | 'mentions';

/** Drops the answers that are stored for repeated requests of a workspace: they show erased data. Safe to repeat. */
export type ForgetAnswers = (workspaceId: string) => Promise<void>;

export type ContactErasurePorts = Readonly<{
  /** Contacts of a workspace in the order of their ids, from behind one of them on. */
  contactsOf(workspaceId: string, after: string, limit: number): Promise<readonly string[]>;
  /** What a person wrote in public and can still be read. */
  writtenBy(kind: PublicKind, workspaceId: string, contactId: string, limit: number): Promise<readonly string[]>;
  /** Destroys the key of a person's data. Safe to repeat. */
  forgetContact(subject: string): Promise<void>;
  keepTombstone: KeepTombstone;
  forgetAnswers: ForgetAnswers;
}>;

const perPage = 200;
const atOnce = 8;

/** Deletes the contacts of a deleted workspace: the erasure of each follows its own deletion. */
export const deleteContacts = async (
  workspaceId: string,
  { contactsOf }: Pick<ContactErasurePorts, 'contactsOf'>,
  { send, signal }: Pick<ActContext, 'send' | 'signal'>,
): Promise<void> => {
  for (let after = ''; ;) {
    const some = await contactsOf(workspaceId, after, perPage);
    await forEachConcurrently(some, atOnce, async (id) => {
      signal.throwIfAborted();
      const command = { type: 'delete-contact', everywhere: false } as const;
      await send(contact, id, command, { step: `delete-contact/${id}` }).catch((error: unknown) => {
        // It was deleted a moment before.
        if (!(error instanceof Refused)) throw error;
      });
    });
    const last = some.at(-1);
    if (last === undefined || some.length < perPage) return;
    after = last;
  }
};

/** Notes what a person wrote in public as forgotten, once its key is destroyed: the read models drop it then. */
const forgetWritten = async (
  kind: PublicKind,
  contactId: string,
  { writtenBy }: Pick<ContactErasurePorts, 'writtenBy'>,
  { workspaceId, send, signal }: Pick<ActContext, 'workspaceId' | 'send' | 'signal'>,
): Promise<void> => {
  for (;;) {
    const some = await writtenBy(kind, workspaceId, contactId, perPage);
    await forEachConcurrently(some, atOnce, async (id) => {
      signal.throwIfAborted();
      if (kind === 'comments') await send(comment, id, { type: 'note-forgotten' }, { step: `forget-comment/${id}` });
      else await send(mention, id, { type: 'note-forgotten' }, { step: `forget-mention/${id}` });
    });
    if (some.length < perPage) return;
  }
};

/** A deleted contact whose data can still be read. */
type Erasing = Readonly<{ contactId: string; personId: string; everywhere: boolean; at: string }>;

/** Makes a deleted contact's data unreadable, also where the request that deleted it died on the way. */
export const contactErasure = processOf<Erasing, Erasing, ContactErasurePorts>()({
  name: 'contact-erasure',
  description: 'Destroys the keys of the personal data of deleted contacts.',
  outlivesWorkspace: () => true,
  on: {
    ContactDeleted: (_, { data, meta }) => ({ ...data, at: meta.occurredAt }),
    ContactErased: () => undefined,
  },
  instancesOf: ({ data }) => data.personId,
  next: (erasing) => ({ at: erasing.at, action: erasing }),
  act: async ({ contactId, personId, everywhere }, context, ports) => {
    const { workspaceId } = context;
    await ports.keepTombstone({ kind: 'contact', id: contactId, workspaceId, personId, everywhere });
    await ports.forgetContact(personId);
    if (everywhere) {
      // What a person wrote in public is sealed with a key of its own.
      await ports.forgetContact(contactId);
      for (const kind of ['comments', 'mentions'] as const) await forgetWritten(kind, contactId, ports, context);
    }
    await ports.forgetAnswers(workspaceId);
    await context.send(contact, contactId, { type: 'note-erased', personId }, { step: `erased/${personId}` });
  },
});
