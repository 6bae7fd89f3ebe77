import { z } from 'zod';
import { unreachable, type Decider } from '../kernel/decider.ts';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { Platform } from '../platforms/platform.ts';

export const PlatformWebhookReceived = defineEvent(
  'PlatformWebhookReceived',
  z.object({
    webhookId: z.string(),
    /**
     * The data subject: erasing it erases the body. For a direct message the person that the contact is in this life,
     * so that every deletion of the contact erases it; for what is public the contact, as for comments.
     */
    contactId: z.string().min(1),
    accountId: z.string(),
    platform: Platform,
    /** One change of the platform's body, as it was received. */
    body: z.string(),
  }),
  {
    description: 'A platform reported an action of a person to an account.',
    personal: { subject: 'contactId', fields: ['body'] },
  },
);

export const PlatformWebhookHandled = defineEvent('PlatformWebhookHandled', z.object({ webhookId: z.string() }), {
  description: 'What a platform reported was carried out.',
});

export const platformWebhookEvents = [PlatformWebhookReceived, PlatformWebhookHandled] as const;
export type PlatformWebhookEvent = EventOf<(typeof platformWebhookEvents)[number]>;

export type PlatformWebhookState = 'absent' | 'received' | 'handled';

export type PlatformWebhookCommand =
  | Readonly<{ type: 'receive-webhook' } & Parameters<typeof PlatformWebhookReceived>[0]>
  | Readonly<{ type: 'note-handled'; webhookId: string }>;

/**
 * `platformWebhook-<id>`: one change that a platform reported to one account. Its id is derived from
 * the account and the change, so a change that is delivered again changes nothing.
 */
export const platformWebhook: Decider<PlatformWebhookState, PlatformWebhookCommand, PlatformWebhookEvent> = {
  category: 'platformWebhook',
  initial: 'absent',
  decide: (command, state) => {
    switch (command.type) {
      case 'receive-webhook': {
        const { type: _type, ...data } = command;
        return state === 'absent' ? [PlatformWebhookReceived(data)] : [];
      }
      case 'note-handled':
        return state === 'received' ? [PlatformWebhookHandled({ webhookId: command.webhookId })] : [];
      default:
        return unreachable(command);
    }
  },
  evolve: (_state, event) => {
    switch (event.type) {
      case 'PlatformWebhookReceived':
        return 'received';
      case 'PlatformWebhookHandled':
        return 'handled';
      default:
        return unreachable(event);
    }
  },
};
