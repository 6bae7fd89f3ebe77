import type { Kysely } from 'kysely';
import type { CommandHandler } from '../../../commands/kernel/handle.ts';
import type { Mode } from '../../../domain/kernel/mode.ts';
import type { ReadModels } from '../../../projections/database.ts';
import type { Past } from '../../../read-api/kernel/past.ts';
import type { MonthlyUsage } from '../access/monthly-usage.ts';
import type { RateLimit } from '../access/rate-limit.ts';
import type { CredentialDirectory } from '../access/credentials.ts';
import type { ReadYourWrites } from '../read-your-writes.ts';
import type { Clock } from './authenticate.ts';
import type { LastWrites } from './last-writes.ts';
import type { CommandIdentity } from '../../../commands/kernel/request-writes.ts';

/** An answer in the form in which it is stored and replayed. */
export type KeptReply = Readonly<{
  status: number;
  /** JSON; `undefined` where the answer has no body. */
  body: string | undefined;
  headers: Readonly<Record<string, string>>;
}>;

export type KeyedRequest = Readonly<{
  workspaceId: string;
  /** The workspace's, whose clock decides when the key is free again. */
  mode: Mode;
  /** Method and path: the same key on another route is another request. */
  route: string;
  key: string;
  body: Uint8Array;
  /** Who asks: a repeat by another caller is refused, so that no answer reaches a caller with fewer rights. */
  caller: string;
  /** False: a success is not stored, and a repeat is carried out again as the same command. */
  storesAnswer: boolean;
}>;

/** Executes a keyed request once, on whatever node and however often it arrives. */
export interface IdempotentRequests {
  once(
    request: KeyedRequest,
    run: (command: CommandIdentity) => Promise<KeptReply>,
  ): Promise<Readonly<{ reply: KeptReply; replayed: boolean }>>;
}

/** What the HTTP edge needs from the rest of the service. */
export interface EdgePorts {
  readonly commands: CommandHandler;
  readonly db: Kysely<ReadModels>;
  readonly past: Past;
  readonly directory: CredentialDirectory;
  readonly rateLimit: Pick<RateLimit, 'request' | 'endpoint'>;
  readonly monthlyUsage: Pick<MonthlyUsage, 'count'>;
  readonly clock: Clock;
  readonly idempotency: IdempotentRequests;
  readonly lastWrites: LastWrites;
  readonly freshness: ReadYourWrites;
}
