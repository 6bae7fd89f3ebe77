import { accounts } from './accounts.ts';

export const accountProjections = {
  accounts,
};
