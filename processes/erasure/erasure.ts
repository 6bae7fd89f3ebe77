import type { Recorded } from '../../domain/kernel/event.ts';
import { user, UserDeleted, UserForgotten, type UserEvent } from '../../domain/users/user.ts';
import {
  InvitationAccepted,
  InvitationDeleted,
  InvitationLapsed,
  InvitationResent,
  InvitationSent,
  lapseOf,
} from '../../domain/workspaces/invitation.ts';
import {
  workspace,
  WorkspaceDeleted,
  WorkspaceErased,
  type WorkspaceEvent,
} from '../../domain/workspaces/workspace.ts';
import { forgetComments, type CommentErasurePorts } from './forget-comments.ts';
import { runnable, type ActContext, type ProcessManager, type RunnableProcess } from '../kernel/process-manager.ts';

/** Somebody or something that is to stand nowhere any more where it can be read. `at`: from when on, ISO 8601. */
export type Erasing = Readonly<{ what: 'user' | 'workspace' | 'invitation'; id: string; at: string }>;

export type ErasurePorts = CommentErasurePorts &
  Readonly<{
    /** Destroys the key of a person's data. Safe to repeat. */
    forgetPerson(userId: string): Promise<void>;
    /** Destroys the secrets of a workspace and the key its requests' addresses are sealed with. Safe to repeat. */
    forgetWorkspace(workspaceId: string): Promise<void>;
    /** Destroys the key of the address an invitation went to. Safe to repeat. */
    forgetInvitation(invitationId: string): Promise<void>;
  }>;

type Heard = Recorded<UserEvent | WorkspaceEvent>;

/** The invitation an event is about, if it is about one. */
const invitationIn = (event: Recorded): string | undefined => {
  const { invitationId } = event.data as { invitationId?: string };
  return invitationId;
};

/** Sees to it that what was deleted, or was never answered, cannot be read any more, also when the request that deleted it died on the way. */
export const erasure: ProcessManager<Erasing, Erasing> = {
  name: 'erasure',
  description:
    'Destroys the keys and secrets of deleted people and workspaces, of who wrote to these, and of invitations nobody answered.',
  handles: [
    ...[UserDeleted, UserForgotten, WorkspaceDeleted, WorkspaceErased],
    ...[InvitationSent, InvitationResent, InvitationAccepted, InvitationDeleted, InvitationLapsed],
  ].map(({ type }) => type),
  instancesOf: (event) => {
    const invitation = invitationIn(event);
    return [invitation === undefined ? event.stream : `invitation-${invitation}`];
  },
  evolve: (_erasing, recorded, instance) => {
    const { type, data, meta } = recorded as Heard;
    const id = instance.slice(instance.indexOf('-') + 1);
    switch (type) {
      case 'UserDeleted':
        return { what: 'user', id, at: meta.occurredAt };
      case 'WorkspaceDeleted':
        return { what: 'workspace', id, at: meta.occurredAt };
      case 'InvitationSent':
      case 'InvitationResent':
        return { what: 'invitation', id, at: lapseOf(data.expiresAt) };
      default:
        return undefined;
    }
  },
  next: (erasing) => ({ at: erasing.at, action: erasing }),
};

/** Ends an invitation nobody answered; what was sent again or answered meanwhile stays. */
const lapse = async (
  { id, at }: Erasing,
  { forgetInvitation }: Pick<ErasurePorts, 'forgetInvitation'>,
  { workspaceId, load, send, now }: ActContext,
): Promise<void> => {
  const pending = (await load(workspace, workspaceId, { latest: true }))?.state?.invitations[id];
  const today = now().toISOString();
  if (!pending || lapseOf(pending.expiresAt) > today) return;
  // First: once it is noted nobody comes back to this.
  await forgetInvitation(id);
  await send(workspace, workspaceId, { type: 'note-invitation-lapsed', invitationId: id, now: today }, `lapsed/${at}`);
};

export const erasureProcess = (ports: ErasurePorts): RunnableProcess =>
  runnable(erasure, async (erasing, context) => {
    const { what, id } = erasing;
    const { send } = context;
    if (what === 'invitation') await lapse(erasing, ports, context);
    else if (what === 'user') {
      await ports.forgetPerson(id);
      await send(user, id, { type: 'note-forgotten' }, 'note-forgotten', { shared: true });
    } else {
      await forgetComments(id, ports, context);
      await ports.forgetWorkspace(id);
      await send(workspace, id, { type: 'note-erased' }, 'note-erased', { shared: true });
    }
  });
