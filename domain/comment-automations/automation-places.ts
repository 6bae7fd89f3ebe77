import { Refused } from '../kernel/refused.ts';
import { slots } from '../workspaces/slots.ts';

/** Every comment is compared with every automation of its workspace, so their number has a limit. */
export const maxAutomations = 100;

/** `commentAutomationPlaces-<workspace id>`: the automations of a workspace. */
export const automationPlaces = slots(
  'commentAutomationPlaces',
  maxAutomations,
  () => new Refused('VALIDATION_ERROR', `A workspace has at most ${maxAutomations} comment automations`),
);
