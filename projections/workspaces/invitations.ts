import { idOfStream } from '../../domain/kernel/stream-names.ts';
import type { GivenRole } from '../../domain/workspaces/role.ts';
import { projectionOf, type EventOfType } from '../authoring/projection-of.ts';

/** An invitation that is neither accepted nor revoked; it may have expired. */
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

type Handled = `Invitation${'Sent' | 'Resent' | 'Accepted' | 'Deleted' | 'Lapsed'}`;

const keyOf = ({ data }: EventOfType<Handled>): string => data.invitationId;

export const invitations = projectionOf<InvitationRow>({
  name: 'invitations',
  version: 2,
  description: 'Who was invited into which workspace and has not answered?',
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
  on: {
    InvitationSent: {
      keys: keyOf,
      fold: (_row, { data, meta, stream }, id) => ({
        id,
        workspace_id: idOfStream(stream),
        email: data.email,
        email_hash: data.emailHash,
        role: data.role,
        invited_by: data.invitedBy,
        created_at: meta.occurredAt,
        expires_at: data.expiresAt,
        sending: 1,
      }),
    },
    InvitationResent: {
      keys: keyOf,
      fold: (row, { data }) => row && { ...row, expires_at: data.expiresAt, sending: data.sending },
    },
    InvitationAccepted: { keys: keyOf, fold: () => undefined },
    InvitationDeleted: { keys: keyOf, fold: () => undefined },
    InvitationLapsed: { keys: keyOf, fold: () => undefined },
  },
});
