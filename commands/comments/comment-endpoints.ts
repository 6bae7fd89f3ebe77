import type { WriteEndpoint } from '../kernel/endpoint.ts';
import type { CommentActions, CommentSources } from './ports.ts';
import { hideComment } from './hide-comment-endpoints.ts';
import { markReplied } from './mark-replied-endpoints.ts';
import { replyPrivately, type PrivateReplyPorts } from './reply-privately.ts';
import { replyToComment } from './reply-to-comment.ts';
import { syncComments } from './sync-comments.ts';
import { syncInbox } from './sync-inbox.ts';

/** The write endpoints of comments. */
export const commentEndpoints = (
  sources: CommentSources,
  actions: CommentActions,
  messages: PrivateReplyPorts,
): readonly WriteEndpoint[] => [
  syncComments(sources),
  syncInbox(sources),
  replyToComment(actions),
  replyPrivately(messages),
  ...hideComment(actions),
  ...markReplied,
];
