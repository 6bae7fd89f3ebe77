import type { AnyEndpoint } from '../../commands/kernel/endpoint.ts';
import type { ReadContext } from '../kernel/endpoint.ts';
import { listAccountComments, listPostComments } from './comment-lists.ts';
import { getComment } from './one-comment.ts';

/** The read endpoints of comments. */
export const commentReads: readonly AnyEndpoint<ReadContext>[] = [listPostComments, listAccountComments, getComment];
