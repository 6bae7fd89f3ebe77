import { z } from 'zod';
import { defineEvent } from '../kernel/event.ts';

const connection = z.object({
  userId: z.string(),
  connectionId: z.string(),
  /** The only workspace in which the application acts. */
  workspaceId: z.string(),
});

export const ApplicationConnected = defineEvent(
  'ApplicationConnected',
  connection.extend({
    clientId: z.string(),
    /** What the application calls itself, unchecked. */
    name: z.string(),
    /** Where its codes are sent, which is what a person can check. */
    redirectHost: z.string(),
    scopes: z.array(z.string()),
  }),
  { description: 'A person let an application act for them in a workspace, within scopes.' },
);

export const applicationEnds = ['revoked', 'replaced'] as const;

export const ApplicationDisconnected = defineEvent(
  'ApplicationDisconnected',
  connection.extend({ reason: z.enum(applicationEnds) }),
  { description: 'An application may no longer act for a person: its tokens open nothing from then on.' },
);

export const applicationEvents = [ApplicationConnected, ApplicationDisconnected] as const;
