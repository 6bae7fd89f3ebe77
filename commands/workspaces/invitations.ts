import { z } from 'zod';
import type { Recorded } from '../../domain/kernel/event.ts';
import { notFound, Refused } from '../../domain/kernel/refused.ts';
import { invitationDays } from '../../domain/workspaces/invitation.ts';
import { GivenRole, Role } from '../../domain/workspaces/role.ts';
import { workspace } from '../../domain/workspaces/workspace.ts';
import { type WorkspaceEvent } from '../../domain/workspaces/workspace-events.ts';
import { user } from '../../domain/users/user.ts';
import { writeEndpoint, type WriteContext } from '../kernel/endpoint.ts';
import { forEachConcurrently } from '../kernel/for-each-concurrently.ts';
import { Id } from '../../read-api/contract/fields.ts';
import { currentWorkspace, personOf, workspaceParams } from './workspace-fields.ts';
import type { WorkspacePorts } from './ports.ts';
import { success, Success } from '../../read-api/contract/success.ts';
import { InvitationReply } from '../../read-api/contract/invitation.ts';

const invitationParams = z.object({ id: Id, invitationId: Id });

const Sent = z.object({
  data: InvitationReply,
  emailSent: z.boolean().meta({
    description:
      'true where the mail is queued: it is sent right after this answer, with retries. false where no ' +
      'mail server is configured',
  }),
});

const expiryFrom = (now: string): string => new Date(Date.parse(now) + invitationDays * 86_400_000).toISOString();

const sentIn = (events: readonly Recorded<WorkspaceEvent>[], invitationId: string) => {
  for (const event of events)
    if (event.type === 'InvitationSent' && event.data.invitationId === invitationId) return event;
  throw notFound('invitation');
};

/** The address of a member needs no invitation. */
const refuseMember = async (email: string, workspaceId: string, context: WriteContext): Promise<void> => {
  const { members } = await currentWorkspace(workspaceId, context);
  await forEachConcurrently(Object.keys(members), 8, async (userId) => {
    const known = (await context.load(user, userId, { shared: true }))?.state;
    if (known?.email.toLowerCase() === email.toLowerCase())
      throw new Refused('CONFLICT', 'This person is a member already', { field: 'email', userId });
  });
};

const invite = (ports: WorkspacePorts) =>
  writeEndpoint({
    method: 'POST',
    path: '/v1/workspaces/:id/invitations',
    id: 'inviteMember',
    summary: 'Invite a person by e-mail',
    description:
      'An invitation lasts seven days. Its mail is sent right after the answer and retried until a mail ' +
      'server takes it or the invitation ends; `emailSent` is false only where no mail server is ' +
      "configured. Over the plan's limit of members it is 402 LIMIT_EXCEEDED. Beyond 100 invitations and resends of the " +
      'workspace in a day it is 429 RATE_LIMITED. An address that is invited, or that of a member, is 409 CONFLICT.',
    params: workspaceParams,
    body: z.object({ email: z.email().max(254), role: GivenRole.default('MEMBER') }),
    reply: Sent,
    status: 201,
    idempotent: true,
    access: 'session',
    errors: ['FORBIDDEN', 'CONFLICT', 'LIMIT_EXCEEDED'],
    async run({ params: { id }, body: { email, role } }, context) {
      const { now } = context;
      await refuseMember(email, id, context);
      const [by, invitationId, expiresAt] = [personOf(context), context.newId('invitation'), expiryFrom(now)];
      const { events } = await context.handle(workspace, id, {
        type: 'invite',
        invitationId,
        by,
        email,
        emailHash: ports.links.hashOf(email),
        role,
        now,
        expiresAt,
      });
      const sent = sentIn(events, invitationId);
      const emailSent = ports.mailReaches(context.caller.mode);
      const times = { createdAt: sent.meta.occurredAt, expiresAt: sent.data.expiresAt };
      const data = {
        id: invitationId,
        workspaceId: id,
        email,
        role,
        status: 'pending' as const,
        invitedBy: by,
        ...times,
      };
      return { status: 201, body: { data, emailSent } };
    },
  });

const resend = (ports: WorkspacePorts) =>
  writeEndpoint({
    method: 'POST',
    path: '/v1/workspaces/:id/invitations/:invitationId/resend',
    id: 'resendInvitation',
    summary: 'Send an invitation again, with a new link',
    description:
      'Creates a new link; the earlier one stops working. Possible until thirty days after the invitation ' +
      'expired; then its address is forgotten. Beyond 100 invitations and resends of the workspace in a day it ' +
      'is 429 RATE_LIMITED.',
    params: invitationParams,
    reply: Sent,
    idempotent: true,
    access: 'session',
    errors: ['FORBIDDEN', 'NOT_FOUND'],
    async run({ params: { id, invitationId } }, context) {
      const by = personOf(context);
      const after = (await currentWorkspace(id, context)).invitations[invitationId]?.sending ?? 0;
      const expiresAt = expiryFrom(context.now);
      const { events, state } = await context.handle(workspace, id, {
        type: 'resend-invitation',
        invitationId,
        by,
        after,
        now: context.now,
        expiresAt,
      });
      const pending = state?.invitations[invitationId];
      if (!pending) throw notFound('invitation');
      const sent = sentIn(events, invitationId);
      const { email, role, invitedBy } = sent.data;
      const emailSent = ports.mailReaches(context.caller.mode);
      const times = { createdAt: sent.meta.occurredAt, expiresAt: pending.expiresAt };
      const data = { id: invitationId, workspaceId: id, email, role, status: 'pending' as const, invitedBy, ...times };
      return { body: { data, emailSent } };
    },
  });

const deleteInvitation = ({ forgetInvitation }: WorkspacePorts) =>
  writeEndpoint({
    method: 'DELETE',
    path: '/v1/workspaces/:id/invitations/:invitationId',
    id: 'deleteInvitation',
    summary: 'Withdraw an invitation',
    description: 'Its link is 404 NOT_FOUND from then on.',
    params: invitationParams,
    reply: Success,
    access: 'session',
    errors: ['FORBIDDEN', 'NOT_FOUND'],
    async run({ params: { id, invitationId } }, context) {
      await context.handle(workspace, id, { type: 'delete-invitation', invitationId, by: personOf(context) });
      await forgetInvitation(invitationId);
      return { body: success };
    },
  });

const acceptInvitation = ({ links, forgetInvitation }: WorkspacePorts) =>
  writeEndpoint({
    method: 'POST',
    path: '/v1/invitations/:token/accept',
    id: 'acceptInvitation',
    summary: 'Join the workspace of an invitation',
    description:
      "Over the plan's limit of members it is 402 LIMIT_EXCEEDED. The link is the right to join: a person may sign in with " +
      'another address than the invited one, as people have several. It opens once, for seven days, until it is withdrawn.',
    params: z.object({ token: z.string().min(1).max(300) }),
    reply: z.object({ data: z.object({ workspaceId: z.string(), name: z.string(), slug: z.string(), role: Role }) }),
    idempotent: true,
    access: 'session',
    errors: ['NOT_FOUND', 'LIMIT_EXCEEDED'],
    async run({ params: { token } }, context) {
      const name = links.read(token);
      if (!name) throw notFound('invitation');
      const [userId, { workspaceId, invitationId, sending }] = [personOf(context), name];
      const { state } = await context.handle(
        workspace,
        workspaceId,
        { type: 'accept-invitation', invitationId, sending, userId, now: context.now },
        { workspaceId },
      );
      await forgetInvitation(invitationId);
      const role = state?.members[userId];
      if (!state || role === undefined) throw new Refused('CONFLICT', 'The membership has ended meanwhile');
      return { body: { data: { workspaceId, name: state.name, slug: state.slug, role } } };
    },
  });

export const invitationEndpoints = (ports: WorkspacePorts) => [
  invite(ports),
  resend(ports),
  deleteInvitation(ports),
  acceptInvitation(ports),
];
