import type { Kysely } from 'kysely';
import type { BroadcastCommandPorts } from '../../../commands/broadcasts/ports.ts';
import type { Audiences } from '../../../domain/broadcasts/audience.ts';
import type { Messaging } from '../../../domain/contacts/messaging.ts';
import { sendDirectMessage } from '../../../processes/broadcasts/send-message.ts';
import { failedBatches } from './broadcast-queries.ts';
import { postgresMessagePace } from './message-pace.ts';

type Parts = Readonly<{
  audiences: BroadcastCommandPorts['audiences'];
  readModels: Parameters<typeof failedBatches>[0];
}>;

/** The ports of the write endpoints. */
export const broadcastPorts = ({ audiences, readModels }: Parts): BroadcastCommandPorts => ({
  audiences,
  failedBatches: failedBatches(readModels),
});

type ProcessParts = Readonly<{ audiences: Audiences; messaging: Messaging; tables: Kysely<unknown> }>;

/** The ports of the processes. */
export const broadcastProcessPorts = ({ audiences, messaging, tables }: ProcessParts) => ({
  audiences,
  messagePace: postgresMessagePace(tables),
  sendBroadcastMessage: sendDirectMessage(messaging),
});
