import { personScope } from '../../read-api/contract/caller.ts';
import type { EventOfType } from '../../domain/events.ts';
import type { KeepTombstone } from '../../domain/kernel/tombstone.ts';
import { partsOfStream } from '../../domain/kernel/stream-names.ts';
import { user } from '../../domain/users/user.ts';
import { lapseOf } from '../../domain/workspaces/invitation.ts';
import { workspace } from '../../domain/workspaces/workspace.ts';
import type { ActContext } from '../kernel/act-context.ts';
import { processOf } from '../kernel/process.ts';
import type { ForgetTokens } from '../accounts/give-tokens-back.ts';
import { deleteContacts, type ContactErasurePorts } from './erase-contacts.ts';
import { forgetComments, type CommentErasurePorts } from './forget-comments.ts';
import { forgetImports, type ImportErasurePorts } from './forget-imports.ts';
import { leavePlatforms } from './leave-platforms.ts';

/** A person, a workspace or an invitation whose data must become unreadable. `at`: from when on, ISO 8601. */
export type Erasing = Readonly<{ what: 'user' | 'workspace' | 'invitation'; id: string; at: string }>;

export type ErasurePorts = CommentErasurePorts &
  ImportErasurePorts &
  Pick<ContactErasurePorts, 'contactsOf' | 'forgetAnswers'> &
  Readonly<{
    forgetTokens: ForgetTokens;
    keepTombstone: KeepTombstone;
    /** Destroys the key of a person's data. Safe to repeat. */
    forgetPerson(userId: string): Promise<void>;
    /** Deletes the files of a workspace: uploads, media and avatars. Safe to repeat. */
    deleteFiles(workspaceId: string): Promise<void>;
    /** Destroys the secrets of a workspace and the key its requests' addresses are sealed with. Safe to repeat. */
    forgetWorkspace(workspaceId: string): Promise<void>;
    /** Destroys the key of the address an invitation went to. Safe to repeat. */
    forgetInvitation(invitationId: string): Promise<void>;
  }>;

/** Ends an invitation that was not answered; one that was sent again or answered meanwhile stays. */
const lapse = async (
  { id, at }: Erasing,
  { forgetInvitation, forgetAnswers }: Pick<ErasurePorts, 'forgetInvitation' | 'forgetAnswers'>,
  { workspaceId, load, send, now }: ActContext,
): Promise<void> => {
  const pending = (await load(workspace, workspaceId))?.state?.invitations[id];
  const today = now().toISOString();
  if (!pending || lapseOf(pending.expiresAt) > today) return;
  // Before the note: the note ends the instance.
  await forgetInvitation(id);
  await forgetAnswers(workspaceId);
  await send(
    workspace,
    workspaceId,
    { type: 'note-invitation-lapsed', invitationId: id, now: today },
    { step: `lapsed/${at}` },
  );
};

const invitationErasure = (
  _: Erasing | undefined,
  { data }: EventOfType<'InvitationSent' | 'InvitationResent'>,
): Erasing => ({ what: 'invitation', id: data.invitationId, at: lapseOf(data.expiresAt) });

/**
 * Makes unreadable what was deleted, and invitations that were never answered, also where the request that deleted it died on
 * the way.
 */
export const erasure = processOf<Erasing, Erasing, ErasurePorts>()({
  name: 'erasure',
  description:
    'Destroys the keys, secrets and files of deleted people and workspaces, the keys of people who wrote to these, and of invitations without an answer.',
  outlivesWorkspace: () => true,
  on: {
    UserDeleted: (_, { stream, meta }) => ({ what: 'user', id: partsOfStream(stream).id, at: meta.occurredAt }),
    UserForgotten: () => undefined,
    WorkspaceDeleted: (_, { stream, meta }) => ({
      what: 'workspace',
      id: partsOfStream(stream).id,
      at: meta.occurredAt,
    }),
    WorkspaceErased: () => undefined,
    InvitationSent: invitationErasure,
    InvitationResent: invitationErasure,
    InvitationAccepted: () => undefined,
    InvitationDeleted: () => undefined,
    InvitationLapsed: () => undefined,
  },
  instancesOf: ({ stream, data }) => ('invitationId' in data ? `invitation-${data.invitationId}` : stream),
  next: (erasing) => ({ at: erasing.at, action: erasing }),
  act: async (erasing, context, ports) => {
    const { what, id } = erasing;
    const { send } = context;
    if (what === 'invitation') await lapse(erasing, ports, context);
    else if (what === 'user') {
      await ports.forgetPerson(id);
      await ports.forgetAnswers(personScope(id));
      await send(user, id, { type: 'note-forgotten' }, { step: 'note-forgotten', shared: true });
    } else {
      await ports.keepTombstone({ kind: 'workspace', id });
      // Tokens first: a workspace may have any number of comments.
      await leavePlatforms(context, ports.forgetTokens);
      await forgetComments(id, ports, context);
      // Before the contacts: an import makes some until it has ended.
      await forgetImports(id, ports, context);
      await deleteContacts(id, ports, context);
      await ports.deleteFiles(id);
      await ports.forgetAnswers(id);
      await ports.forgetWorkspace(id);
      await send(workspace, id, { type: 'note-erased' }, { step: 'note-erased', shared: true });
    }
  },
});
