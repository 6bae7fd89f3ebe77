import { subscriptionOf } from '../../commands/billing/subscription-of.ts';
import { creditsOf, type CreditsOffice } from '../../commands/credits/credits-of.ts';
import type { Access } from './access.ts';

/** The AI credits of the service, by the subscriptions of the owners. */
export const openCredits = ({ commands }: Pick<Access, 'commands'>): CreditsOffice =>
  creditsOf({
    commands,
    subscriptionOf: (ownerId, now) =>
      subscriptionOf(ownerId, { now, load: (decider, id) => commands.load(decider, id, undefined) }),
  });
