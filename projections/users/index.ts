import { users } from './users.ts';

export const userProjections = {
  users,
};
