import { comments } from './comments.ts';

export const commentProjections = {
  comments,
};
