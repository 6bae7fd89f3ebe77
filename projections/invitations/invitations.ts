import type { Recorded } from '../../domain/kernel/event.ts';
import {
  InvitationAccepted,
  InvitationDeleted,
  InvitationLapsed,
  InvitationResent,
  InvitationSent,
  type InvitationEvent,
} from '../../domain/workspaces/invitation.ts';
import type { GivenRole } from '../../domain/workspaces/role.ts';
import { defineProjection } from '../kernel/projection.ts';

/** An invitation that is neither accepted nor taken back; it may have run out. */
export type InvitationRow = {
  id: string;
  workspace_id: string;
  email: string;
  email_hash: string;
  role: GivenRole;
  invited_by: string;
  created_at: string;
  expires_at: string;
  sending: number;
};

type Heard = Exclude<InvitationEvent, { type: 'InvitationMailed' }>;

export const invitationsProjection = defineProjection<InvitationRow>({
  name: 'invitations',
  version: 2,
  description: 'Who was invited into which workspace and has not answered?',
  handles: [InvitationSent, InvitationResent, InvitationAccepted, InvitationDeleted, InvitationLapsed].map(
    ({ type }) => type,
  ),
  table: {
    key: 'id',
    columns: {
      id: 'text',
      workspace_id: 'text',
      email: 'text',
      email_hash: 'text',
      role: 'text',
      invited_by: 'text',
      created_at: 'instant',
      expires_at: 'instant',
      sending: 'integer',
    },
    indexes: ['workspace_id, id', 'email_hash, id'],
  },
  keys: (event) => [(event as Recorded<Heard>).data.invitationId],
  fold: (row, recorded, id) => {
    const { type, data, meta, stream } = recorded as Recorded<Heard>;
    switch (type) {
      case 'InvitationSent':
        return {
          id,
          workspace_id: stream.slice(stream.indexOf('-') + 1),
          email: data.email,
          email_hash: data.emailHash,
          role: data.role,
          invited_by: data.invitedBy,
          created_at: meta.occurredAt,
          expires_at: data.expiresAt,
          sending: 1,
        };
      case 'InvitationResent':
        return row && { ...row, expires_at: data.expiresAt, sending: data.sending };
      case 'InvitationAccepted':
      case 'InvitationDeleted':
      case 'InvitationLapsed':
        return undefined;
    }
  },
});
