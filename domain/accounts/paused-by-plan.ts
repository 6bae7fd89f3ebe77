import { Refused } from '../kernel/refused.ts';

/** 402 LIMIT_EXCEEDED for what would go out by an account that the plan has no room for. */
export const pausedByPlan = (accountId: string): Refused =>
  new Refused('LIMIT_EXCEEDED', 'The account is paused: the plan has no room for it', {
    resource: 'accounts',
    accountId,
    reason: 'account_paused',
    upgradeAt: '/v1/subscription/change-plan',
  });
