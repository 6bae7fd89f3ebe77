import { keysOf } from '../kernel/keys-of.ts';
import { z } from 'zod';
import { unreachable, type Decider } from '../kernel/decider.ts';
import { notFound, Refused } from '../kernel/refused.ts';
import { Plan } from '../plans/plan.ts';
import {
  decideInvitation,
  evolveInvitations,
  evolveSentInvitations,
  invitationEvents,
  notedLapse,
  notedMail,
  type InvitationCommand,
  type InvitationEvent,
  type NoteInvitationLapsed,
  type NoteInvitationMailed,
  type PendingInvitation,
} from './invitation.ts';
import {
  decideTransfer,
  evolveOwnership,
  transferEvents,
  type PendingTransfer,
  type TransferCommand,
  type TransferEvent,
} from './ownership-transfer.ts';
import {
  decideMember,
  evolveMembers,
  memberEvents,
  MemberJoined,
  type MemberCommand,
  type MemberEvent,
} from './member.ts';
import { Mode } from '../kernel/mode.ts';
import { decidePlan, evolvePlan, planEvents, type PlanCommand, type PlanEvent, type Planned } from './plan-events.ts';
import { mayManage, roleOf, type Role } from './role.ts';
import { effectiveSettings, withSettings, WorkspaceSettings } from './settings.ts';
import {
  WorkspaceCreated,
  WorkspaceRenamed,
  WorkspaceSlugChanged,
  WorkspaceLogoChanged,
  WorkspaceSettingsChanged,
  WorkspaceDeletionRequested,
  WorkspaceDeleted,
  WorkspaceErased,
  type WorkspaceEvent,
} from './workspace-events.ts';

export type Workspace = Readonly<{
  status: 'active' | 'deleted' | 'erased';
  id: string;
  name: string;
  slug: string;
  logo: string | null;
  plan: Plan;
  mode: Mode;
  settings: WorkspaceSettings;
  ownerId: string;
  /** User id to role. */
  members: Readonly<Record<string, Role>>;
  invitations: Readonly<Record<string, PendingInvitation>>;
  sentInvitations: readonly string[];
  transfer: PendingTransfer | undefined;
  deletionRequests: readonly string[];
}> &
  Planned;

export type WorkspaceState = Workspace | undefined;

export type WorkspaceCommand =
  | Readonly<{ type: 'create-workspace' } & z.input<typeof WorkspaceCreated.schema>>
  | Readonly<{
      type: 'change-workspace';
      name?: string | undefined;
      /** Reserved for this workspace before. */
      slug?: string | undefined;
      logo?: string | null | undefined;
      settings?: WorkspaceSettings | undefined;
      bySystemAdmin: boolean;
    }>
  | PlanCommand
  | Readonly<{ type: 'request-deletion'; requestId: string; by: string | undefined; reason: string | null }>
  | Readonly<{
      type: 'delete-workspace';
      by: string | undefined;
      /** How many other workspaces the caller owns. */
      otherOwned: number;
      /** Set when the owner's account is deleted with it: then it may be their last one. */
      withAccount?: boolean;
      /** Where an active subscription can be cancelled; absent without a subscription. */
      activeSubscription?: Readonly<{ cancelUrl: string }> | undefined;
    }>
  /** After the secrets of a deleted workspace were destroyed. */
  | Readonly<{ type: 'note-erased' }>
  | NoteInvitationMailed
  | NoteInvitationLapsed
  | MemberCommand
  | InvitationCommand
  | TransferCommand;

const memberTypes: ReadonlySet<string> = new Set(memberEvents.map(({ type }) => type));

const transferTypes: ReadonlySet<string> = new Set(transferEvents.map(({ type }) => type));

const invitationTypes: ReadonlySet<string> = new Set(invitationEvents.map(({ type }) => type));

const planTypes: ReadonlySet<string> = new Set(planEvents.map(({ type }) => type));

const isPlanEvent = (event: WorkspaceEvent): event is PlanEvent => planTypes.has(event.type);

const isMemberEvent = (event: WorkspaceEvent): event is MemberEvent => memberTypes.has(event.type);

const isTransferEvent = (event: WorkspaceEvent): event is TransferEvent => transferTypes.has(event.type);

const isInvitationEvent = (event: WorkspaceEvent): event is InvitationEvent => invitationTypes.has(event.type);

const decide = (command: WorkspaceCommand, state: WorkspaceState): readonly WorkspaceEvent[] => {
  if (command.type === 'create-workspace') {
    if (state) return [];
    refuseBetaTester(command.settings, {}, { bySystemAdmin: false });
    const { type: _type, ...data } = command;
    return [WorkspaceCreated(data), MemberJoined({ userId: command.ownerId, role: 'OWNER' })];
  }
  if (command.type === 'note-erased') return state?.status === 'deleted' ? [WorkspaceErased({})] : [];
  // Also for a workspace that was deleted meanwhile: otherwise the process would retry its mails
  // forever.
  if (command.type === 'note-invitation-mailed') return state ? notedMail(command, state.invitations) : [];
  if (command.type === 'note-invitation-lapsed') return state ? notedLapse(command, state.invitations) : [];
  if (state?.status !== 'active') throw notFound('workspace');
  switch (command.type) {
    case 'change-workspace':
      return changed(command, state);
    case 'change-plan':
    case 'end-grace':
    case 'set-purchase-bound':
      return decidePlan(command, state);
    case 'add-member':
    case 'change-member-role':
    case 'remove-member':
      return decideMember(command, state);
    case 'request-deletion': {
      const { requestId, by, reason } = command;
      if (!mayManage(roleOf(state.members, by)))
        throw new Refused('FORBIDDEN', 'Only the owner and administrators can ask for deletion');
      return state.deletionRequests.includes(requestId)
        ? []
        : [WorkspaceDeletionRequested({ requestId, requestedBy: by ?? null, reason })];
    }
    case 'delete-workspace':
      return deleted(command, state);
    case 'invite':
    case 'resend-invitation':
    case 'delete-invitation':
    case 'accept-invitation':
      return decideInvitation(command, state);
    case 'request-transfer':
    case 'cancel-transfer':
    case 'accept-transfer':
    case 'decline-transfer':
    case 'expire-transfer':
      return decideTransfer(command, state);
    default:
      return unreachable(command);
  }
};

const changed = (
  command: Extract<WorkspaceCommand, { type: 'change-workspace' }>,
  state: Workspace,
): readonly WorkspaceEvent[] => {
  const { name, slug, logo, settings } = command;
  if (settings) refuseBetaTester(settings, state.settings, { bySystemAdmin: command.bySystemAdmin });
  const next = settings ? withSettings(state.settings, settings) : state.settings;
  return [
    ...(name !== undefined && name !== state.name ? [WorkspaceRenamed({ name })] : []),
    ...(slug !== undefined && slug !== state.slug ? [WorkspaceSlugChanged({ slug })] : []),
    ...(logo !== undefined && logo !== state.logo ? [WorkspaceLogoChanged({ logo })] : []),
    ...(differs(next, state.settings) ? [WorkspaceSettingsChanged({ settings: next })] : []),
  ];
};

const differs = (one: WorkspaceSettings, other: WorkspaceSettings): boolean =>
  keysOf(one).some((key) => JSON.stringify(one[key]) !== JSON.stringify(other[key]));

const refuseBetaTester = (
  changes: WorkspaceSettings,
  before: WorkspaceSettings,
  { bySystemAdmin }: Readonly<{ bySystemAdmin: boolean }>,
): void => {
  const { platformBetaTester } = changes;
  const isChanged =
    platformBetaTester !== undefined && platformBetaTester !== effectiveSettings(before).platformBetaTester;
  if (isChanged && !bySystemAdmin)
    throw new Refused('FORBIDDEN', 'platformBetaTester is set by system administrators only', {
      field: 'settings.platformBetaTester',
    });
};

const deleted = (
  command: Extract<WorkspaceCommand, { type: 'delete-workspace' }>,
  state: Workspace,
): readonly WorkspaceEvent[] => {
  const { by, otherOwned, activeSubscription, withAccount = false } = command;
  if (by === undefined || by !== state.ownerId) throw new Refused('FORBIDDEN', 'Only the owner can delete a workspace');
  if (withAccount) {
    if (Object.keys(state.members).length > 1)
      throw new Refused('SOLE_WORKSPACE_OWNER', 'Others are members of this workspace');
  } else if (otherOwned === 0)
    throw new Refused(
      'BAD_REQUEST',
      'You cannot delete the only workspace you own. DELETE /v1/users/me?deleteWorkspaces=true deletes it with your account',
    );
  else if (activeSubscription)
    throw new Refused('ACTIVE_SUBSCRIPTION', 'Cancel the subscription first', { ...activeSubscription });
  return [WorkspaceDeleted({ deletedBy: by })];
};

const evolve = (state: WorkspaceState, event: WorkspaceEvent): WorkspaceState => {
  if (event.type === 'WorkspaceCreated') {
    const { workspaceId: id, ...data } = event.data;
    const empty = { members: {}, invitations: {}, sentInvitations: [], transfer: undefined, deletionRequests: [] };
    return { ...data, ...empty, grace: undefined, ownerBuysAbove: null, id, status: 'active' };
  }
  if (!state) return state;
  if (isPlanEvent(event)) return evolvePlan(state, event);
  if (isTransferEvent(event)) return evolveOwnership(state, event);
  if (isMemberEvent(event)) return { ...state, members: evolveMembers(state.members, event) };
  if (isInvitationEvent(event)) {
    const invitations = evolveInvitations(state.invitations, event);
    return { ...state, invitations, sentInvitations: evolveSentInvitations(state.sentInvitations, event) };
  }
  switch (event.type) {
    case 'WorkspaceRenamed':
    case 'WorkspaceSlugChanged':
    case 'WorkspaceLogoChanged':
    case 'WorkspaceSettingsChanged':
      return { ...state, ...event.data };
    case 'WorkspaceDeletionRequested':
      return { ...state, deletionRequests: [...state.deletionRequests, event.data.requestId] };
    case 'WorkspaceDeleted':
      return { ...state, status: 'deleted' };
    case 'WorkspaceErased':
      return { ...state, status: 'erased' };
    default:
      return unreachable(event);
  }
};

/** `workspace-<id>`: a tenant, its members, and their roles. */
export const workspace: Decider<WorkspaceState, WorkspaceCommand, WorkspaceEvent> = {
  category: 'workspace',
  initial: undefined,
  decide,
  evolve,
};
