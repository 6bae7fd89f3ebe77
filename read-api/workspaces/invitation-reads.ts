import { z } from 'zod';
import { Id } from '../contract/fields.ts';
import { readEndpoint, type ReadEndpoint } from '../kernel/endpoint.ts';
import type { InvitationLinks } from '../../domain/workspaces/invitation-links.ts';
import { notFound } from '../../domain/kernel/refused.ts';
import { GivenRole } from '../../domain/workspaces/role.ts';
import type { InvitationRow } from '../../projections/workspaces/invitations.ts';
import { limitOf } from '../kernel/page.ts';
import { InvitationReply } from '../contract/invitation.ts';

const present = (row: InvitationRow): InvitationReply => ({
  id: row.id,
  workspaceId: row.workspace_id,
  email: row.email,
  role: row.role,
  status: 'pending',
  invitedBy: row.invited_by,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
});

const listInvitations = readEndpoint({
  method: 'GET',
  path: '/v1/workspaces/:id/invitations',
  id: 'listInvitations',
  summary: 'The open invitations',
  description: 'Accepted, withdrawn and expired invitations are left out.',
  params: z.object({ id: Id }),
  query: z.object({ limit: limitOf(100) }),
  reply: z.object({ data: z.array(InvitationReply) }),
  reads: ['invitations'],
  run: async ({ params: { id }, query: { limit } }, { db, caller, now }) => {
    const rows = await db
      .selectFrom('invitations')
      .selectAll()
      .where('workspace_id', '=', id)
      .where('workspace_id', '=', caller.workspaceId)
      .where('expires_at', '>', now)
      .orderBy('id', 'desc')
      .limit(limit)
      .execute();
    return { body: { data: rows.map(present) } };
  },
});

/** Invitations to the caller's own address. */
const listMyInvitations = (links: InvitationLinks) =>
  readEndpoint({
    method: 'GET',
    path: '/v1/invitations',
    id: 'listMyInvitations',
    summary: 'The open invitations sent to me',
    description: 'The invitations to my mail address that have not expired, the newest first.',
    query: z.object({ limit: limitOf(100) }),
    reply: z.object({ data: z.array(InvitationReply.extend({ workspaceName: z.string() })) }),
    access: 'session',
    reads: ['invitations', 'users', 'workspaces'],
    run: async ({ query: { limit } }, { db, caller, now }) => {
      const me = await db
        .selectFrom('users')
        .select('email')
        .where('id', '=', caller.userId ?? '')
        .executeTakeFirst();
      if (!me) throw notFound('user');
      const rows = await db
        .selectFrom('invitations')
        .innerJoin('workspaces', 'workspaces.id', 'invitations.workspace_id')
        .selectAll('invitations')
        .select('workspaces.view as workspace')
        .where('invitations.email_hash', '=', links.hashOf(me.email))
        .where('invitations.expires_at', '>', now)
        .orderBy('invitations.id', 'desc')
        .limit(limit)
        .execute();
      return { body: { data: rows.map((row) => ({ ...present(row), workspaceName: row.workspace.name })) } };
    },
  });

/** Public: the link itself is the credential, and returns only the invitation that it opens. */
const getInvitation = (links: InvitationLinks) =>
  readEndpoint({
    method: 'GET',
    path: '/v1/invitations/:token',
    id: 'getInvitation',
    summary: 'The invitation of a link',
    description:
      'For the page that an invitation leads to, without signing in. A link that expired, was ' +
      'withdrawn or was sent again is 404 NOT_FOUND. A browser that opens the address, as the link of a mail does, is ' +
      'led to that page.',
    params: z.object({ token: z.string().min(1).max(300) }),
    reply: z.object({
      data: z.object({
        workspace: z.object({ name: z.string(), slug: z.string(), logo: z.string().nullable() }),
        email: z.string(),
        role: GivenRole,
        expiresAt: z.string(),
      }),
    }),
    access: 'public',
    errors: ['NOT_FOUND'],
    reads: ['invitations', 'workspaces'],
    run: async ({ params: { token } }, { db, now }) => {
      const name = links.read(token);
      const row =
        name &&
        (await db
          .selectFrom('invitations')
          .innerJoin('workspaces', 'workspaces.id', 'invitations.workspace_id')
          .selectAll('invitations')
          .select('workspaces.view as workspace')
          .where('invitations.id', '=', name.invitationId)
          .where('invitations.workspace_id', '=', name.workspaceId)
          .where('invitations.sending', '=', name.sending)
          .where('invitations.expires_at', '>', now)
          .executeTakeFirst());
      if (!row) throw notFound('invitation');
      const { name: title, slug, logo } = row.workspace;
      const workspace = { name: title, slug, logo };
      return { body: { data: { workspace, email: row.email, role: row.role, expiresAt: row.expires_at } } };
    },
  });

export const invitationReads = (links: InvitationLinks): readonly ReadEndpoint[] => [
  listInvitations,
  listMyInvitations(links),
  getInvitation(links),
];
