import type { Recorded } from '../../domain/kernel/event.ts';
import { mayWrite, type Written } from '../../domain/workspaces/rights-of-roles.ts';
import { roleOf, type Role } from '../../domain/workspaces/role.ts';
import { workspace, type Workspace } from '../../domain/workspaces/workspace.ts';
import { type WorkspaceEvent } from '../../domain/workspaces/workspace-events.ts';
import type { MemoryEventStore } from '../support/memory-event-store.ts';
import { remembering } from './remembering.ts';
import { workspaceId } from './simulated-platforms.ts';

/** `member`: any role will do. `anybody`: who is no member yet, too. */
type Needed = Written | 'member' | 'anybody';

/** What a person must be allowed to write where their request causes an event of such a stream. */
const neededByCategory: Readonly<Record<string, Needed>> = {
  post: 'posts',
  bulkJob: 'posts',
  media: 'media',
  imageJob: 'ai',
  credits: 'ai',
  calendarPost: 'schedule',
  approvalWorkflow: 'approvals',
  account: 'accounts',
  accountRegistry: 'accounts',
  webhookEndpoint: 'webhooks',
  hashtagSet: 'hashtag-sets',
  hashtagSetName: 'hashtag-sets',
  contact: 'contacts',
  contactImport: 'contacts',
  contactImportPart: 'contacts',
  sequence: 'sequences',
  enrollment: 'sequences',
  broadcast: 'broadcasts',
  broadcastBatch: 'broadcasts',
  subscription: 'billing',
  workspace: 'workspaces',
  // The places of a person for the workspaces that they own.
  ownedWorkspaces: 'anybody',
};

/** Events that need another right than the rest of their stream. */
const neededByType: Readonly<Record<string, Needed>> = {
  // The approvers of a workflow decide.
  PostStepApproved: 'member',
  PostApproved: 'member',
  PostStepRejected: 'member',
  MemberJoined: 'members',
  MemberRoleChanged: 'members',
  InvitationSent: 'invitations',
  InvitationResent: 'invitations',
  InvitationDeleted: 'invitations',
  InvitationAccepted: 'anybody',
};

type Since = Readonly<{ from: number; members: Readonly<Record<string, Role>> }>;

/** The members of the workspace, each time with how long the log was since when it had them. */
const membersOverTime = (log: MemoryEventStore): readonly Since[] => {
  const { evolve } = remembering(workspace);
  let state: Workspace | undefined;
  return (log.of(`workspace-${workspaceId}`) as unknown as readonly Recorded<WorkspaceEvent>[]).map((event) => {
    state = evolve(state, event);
    return { from: Number(event.position.commit), members: state?.members ?? {} };
  });
};

const neededFor = ({ type, stream, data, meta }: Recorded): Needed | undefined => {
  const { userId } = data as Readonly<{ userId?: unknown }>;
  const isAboutThemselves = userId !== undefined && meta.actor.kind === 'user' && userId === meta.actor.id;
  if (type === 'MemberLeft') return isAboutThemselves ? 'member' : 'members';
  if (type === 'MemberJoined' && isAboutThemselves) return 'anybody';
  return neededByType[type] ?? neededByCategory[stream.slice(0, stream.indexOf('-'))];
};

/**
 * No event was caused by a person whose role forbids it, and a removed member causes none. A request is let in by the
 * role of that moment and recorded later: the role must have allowed it at some time since it was first sent.
 * `asked`: how long the log was then, by the request's id.
 */
export const rightsViolations = (log: MemoryEventStore, asked: ReadonlyMap<string, number>): readonly string[] => {
  const times = membersOverTime(log);
  return log.log.flatMap((event) => {
    const { type, stream, meta, position } = event;
    const { actor } = meta;
    if (actor.kind !== 'user' || type === 'WorkspaceCreated') return [];
    const needed = neededFor(event);
    if (needed === undefined) return [`no right is known for ${type} of ${stream}, which ${actor.id} caused`];
    if (needed === 'anybody') return [];
    const until = Number(position.commit) - 1;
    const since = asked.get(meta.$correlationId) ?? until;
    const isAllowed = times.some(({ from, members }, index) => {
      const next = times[index + 1]?.from ?? Infinity;
      const role = from <= until && next > since ? roleOf(members, actor.id) : undefined;
      return role !== undefined && (needed === 'member' || mayWrite(role, needed));
    });
    return isAllowed ? [] : [`${type} of ${stream} was caused by ${actor.id}, who may not write ${needed}`];
  });
};
