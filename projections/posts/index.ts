import { posts } from './posts.ts';

export const postProjections = {
  posts,
};
