import type { AccountRow } from './accounts/accounts.ts';
import type { ApiKeyRow } from './api-keys/api-keys.ts';
import type { AuditLogRow } from './audit-logs/audit-logs.ts';
import type { CommentRow } from './comments/comments.ts';
import type { InvitationRow } from './invitations/invitations.ts';
import type { JoinedWorkspaceRow } from './joined-workspaces/joined-workspaces.ts';
import type { MediaRow } from './media/media.ts';
import type { MembershipRow } from './memberships/memberships.ts';
import type { PostRow } from './posts/posts.ts';
import type { QueueRow } from './queues/queues.ts';
import type { UserRow } from './users/users.ts';
import type { WebhookDeliveryRow } from './webhook-deliveries/webhook-deliveries.ts';
import type { WebhookEndpointRow } from './webhook-endpoints/webhook-endpoints.ts';
import type { WebhookOutcomeRow } from './webhook-outcomes/webhook-outcomes.ts';
import type { WebhookReplayRow } from './webhook-replays/webhook-replays.ts';
import type { WebhookSourceRow } from './webhook-sources/webhook-sources.ts';
import type { WorkspaceRow } from './workspaces/workspaces.ts';

/** The read models by name, as readers see them: each projection adds its row type here. */
export interface ReadModels {
  accounts: AccountRow;
  api_keys: ApiKeyRow;
  audit_logs: AuditLogRow;
  comments: CommentRow;
  invitations: InvitationRow;
  joined_workspaces: JoinedWorkspaceRow;
  media: MediaRow;
  memberships: MembershipRow;
  posts: PostRow;
  queues: QueueRow;
  users: UserRow;
  webhook_deliveries: WebhookDeliveryRow;
  webhook_endpoints: WebhookEndpointRow;
  webhook_outcomes: WebhookOutcomeRow;
  webhook_replays: WebhookReplayRow;
  webhook_sources: WebhookSourceRow;
  workspaces: WorkspaceRow;
}
