import { creditAccounts } from './credit-accounts.ts';
import { creditMovements } from './credit-movements.ts';

export const creditProjections = {
  credit_accounts: creditAccounts,
  credit_movements: creditMovements,
};
