import type { WriteEndpoint } from '../kernel/endpoint.ts';
import type { CommentSources } from './comment-ports.ts';
import { markReplied } from './mark-replied.ts';
import { syncComments } from './sync-comments.ts';

/** The write endpoints of comments. */
export const commentEndpoints = (sources: CommentSources): readonly WriteEndpoint[] => [
  syncComments(sources),
  ...markReplied,
];
