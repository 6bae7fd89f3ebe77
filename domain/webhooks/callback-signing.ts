import { z } from 'zod';
import { unreachable, type Decider } from '../kernel/decider.ts';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import type { SigningSecret } from './endpoint.ts';

export const CallbackSecretIssued = defineEvent(
  'CallbackSecretIssued',
  z.object({
    secretName: z.string(),
    /** Until then callbacks are also signed with the previous secret; null for the first. */
    previousValidUntil: z.iso.datetime().nullable(),
  }),
  { description: "The secret that signs a workspace's publish callbacks was created or replaced." },
);

export const callbackSigningEvents = [CallbackSecretIssued] as const;
export type CallbackSigningEvent = EventOf<typeof CallbackSecretIssued>;

export type CallbackSigningState = Readonly<{ secrets: readonly SigningSecret[] }>;

export type CallbackSigningCommand =
  | Readonly<{ type: 'issue'; secretName: string; previousValidUntil: string }>
  /** Creates the first secret; changes nothing where there is one. */
  | Readonly<{ type: 'ensure'; secretName: string }>;

/**
 * The signing secrets of one workspace's callbacks (`X-Callback-Url`): one for all of them,
 * replaced like an endpoint's.
 */
export const callbackSigning: Decider<CallbackSigningState, CallbackSigningCommand, CallbackSigningEvent> = {
  category: 'callbackSigning',
  initial: { secrets: [] },
  decide: (command, { secrets }) => {
    const [newest] = secrets;
    switch (command.type) {
      case 'ensure':
        return newest ? [] : [CallbackSecretIssued({ secretName: command.secretName, previousValidUntil: null })];
      case 'issue': {
        if (newest?.name === command.secretName) return [];
        const previousValidUntil = newest ? command.previousValidUntil : null;
        return [CallbackSecretIssued({ secretName: command.secretName, previousValidUntil })];
      }
      default:
        return unreachable(command);
    }
  },
  evolve: ({ secrets }, { data }) => ({
    secrets: [
      { name: data.secretName, until: null },
      ...secrets.slice(0, 1).map(({ name }) => ({ name, until: data.previousValidUntil })),
    ],
  }),
};
