import type { WriteEndpoint } from '../kernel/endpoint.ts';
import { approvalEndpoints } from './approval-endpoints.ts';
import { batchPosts } from './batch-posts.ts';
import { bulkCreatePosts } from './bulk-posts.ts';
import { createPost } from './create-post.ts';
import { editingEndpoints } from './edit-post.ts';
import { publishingEndpoints } from './publish-post.ts';
import type { PostPorts } from './ports.ts';
import { validatePost } from './validate-post.ts';

/** The write endpoints of posts. */
export const postEndpoints = (ports: PostPorts): readonly WriteEndpoint[] => {
  const single = [createPost(ports), ...editingEndpoints(ports), ...publishingEndpoints(ports)];
  return [...single, ...approvalEndpoints(ports), bulkCreatePosts(ports), validatePost(ports), batchPosts(single)];
};
