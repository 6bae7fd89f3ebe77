import { forEachConcurrently } from '../../commands/kernel/for-each-concurrently.ts';
import { comment } from '../../domain/comments/comment.ts';
import { contact } from '../../domain/contacts/contact.ts';
import { Refused } from '../../domain/kernel/refused.ts';
import type { ActContext } from '../kernel/act-context.ts';
import { processOf } from '../kernel/process.ts';

export type ContactErasurePorts = Readonly<{
  /** Contacts of a workspace in the order of their ids, from behind one of them on. */
  contactsOf(workspaceId: string, after: string, limit: number): Promise<readonly string[]>;
  /** Comments of a person that can still be read. */
  commentsOfContact(workspaceId: string, contactId: string, limit: number): Promise<readonly string[]>;
  /** Destroys the key of a person's data. Safe to repeat. */
  forgetContact(subject: string): Promise<void>;
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
      await send(contact, id, command, `delete-contact/${id}`).catch((error: unknown) => {
        // It was deleted a moment before.
        if (!(error instanceof Refused)) throw error;
      });
    });
    const last = some.at(-1);
    if (last === undefined || some.length < perPage) return;
    after = last;
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
  act: async ({ contactId, personId, everywhere }, { workspaceId, send, signal }, ports) => {
    await ports.forgetContact(personId);
    if (everywhere) {
      // The comments of a person are sealed with a key of their own.
      await ports.forgetContact(contactId);
      for (;;) {
        const some = await ports.commentsOfContact(workspaceId, contactId, perPage);
        await forEachConcurrently(some, atOnce, async (id) => {
          signal.throwIfAborted();
          await send(comment, id, { type: 'note-forgotten' }, `forget-comment/${id}`);
        });
        if (some.length < perPage) break;
      }
    }
    await send(contact, contactId, { type: 'note-erased', personId }, `erased/${personId}`);
  },
});
