import { paymentSettlement } from './payment-settlement.ts';
import { planOfOwner } from './plan-of-owner.ts';
import { purchasedCredits } from './purchased-credits.ts';
import { subscriptionTimers } from './subscription-timers.ts';
import { unusedSubscriptions } from './unused-subscriptions.ts';
import { workspaceGrace } from './workspace-grace.ts';

export const billingProcesses = [
  paymentSettlement,
  planOfOwner,
  purchasedCredits,
  subscriptionTimers,
  unusedSubscriptions,
  workspaceGrace,
] as const;
