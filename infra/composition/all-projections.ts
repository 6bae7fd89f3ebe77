import { accounts } from '../../projections/accounts/accounts.ts';
import { apiKeysProjection } from '../../projections/api-keys/api-keys.ts';
import { auditLogs } from '../../projections/audit-logs/audit-logs.ts';
import { comments } from '../../projections/comments/comments.ts';
import { invitationsProjection } from '../../projections/invitations/invitations.ts';
import { joinedWorkspaces } from '../../projections/joined-workspaces/joined-workspaces.ts';
import { bestHours } from '../../projections/best-hours/best-hours.ts';
import { failureClasses } from '../../projections/failure-classes/failure-classes.ts';
import type { Projection } from '../../projections/kernel/projection.ts';
import { membershipsProjection } from '../../projections/memberships/memberships.ts';
import { media } from '../../projections/media/media.ts';
import { posts } from '../../projections/posts/posts.ts';
import { queues } from '../../projections/queues/queues.ts';
import { timeToPublish } from '../../projections/time-to-publish/time-to-publish.ts';
import { usersProjection } from '../../projections/users/users.ts';
import { workspacesProjection } from '../../projections/workspaces/workspaces.ts';
import { webhookProjections } from '../adapters/webhooks/webhook-parts.ts';

/** Every read model. A new one is added here and to `projections/database.ts`. */
export const allProjections: readonly Projection[] = [
  posts,
  queues,
  auditLogs,
  accounts,
  media,
  comments,
  workspacesProjection,
  membershipsProjection,
  joinedWorkspaces,
  invitationsProjection,
  apiKeysProjection,
  usersProjection,
  timeToPublish,
  failureClasses,
  bestHours,
  ...webhookProjections,
];
