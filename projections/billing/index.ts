import { subscriptions } from './subscriptions.ts';

export const billingProjections = {
  subscriptions,
};
