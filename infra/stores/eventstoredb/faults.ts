import { status } from '@grpc/grpc-js';
import { RevisionConflict, StoreUnavailable } from '../../../domain/kernel/event-store.ts';
import { UnreadableEvent } from '../../../domain/kernel/event.ts';
import type { AppendRefusal } from './append-response.ts';

/** The store refused an append for a reason of its own. */
export class AppendRefused extends Error {
  override readonly name = 'AppendRefused';
  readonly refusal: string;

  constructor({ refused }: AppendRefusal) {
    super(`the store refused: ${refused}`);
    this.refusal = refused;
  }
}

/** What passes by itself: the leader had no time, or there was none. */
const passing = new Set(['Timeout', 'Empty', 'Unknown']);

const finalCodes: ReadonlySet<unknown> = new Set([
  status.PERMISSION_DENIED,
  status.UNAUTHENTICATED,
  status.INVALID_ARGUMENT,
  status.FAILED_PRECONDITION,
  status.UNIMPLEMENTED,
]);

const codeOf = (fault: unknown): unknown => (fault instanceof Error && 'code' in fault ? fault.code : undefined);

/** Whether the same question gets the same answer again. */
export const isFinal = (fault: unknown): boolean => {
  if (fault instanceof AppendRefused) return !passing.has(fault.refusal);
  if (fault instanceof RevisionConflict || fault instanceof UnreadableEvent || fault instanceof RangeError) return true;
  return finalCodes.has(codeOf(fault));
};

const silent = 'the event store does not answer';

/** Whether nothing listens where the fault comes from. */
export const isUnreached = (fault: unknown): boolean =>
  /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|Name resolution failed/.test(
    fault instanceof Error ? fault.message : String(fault),
  );

export const nothingListensAt = (servers: string): string =>
  `nothing listens at ${servers}, where the event store should be`;

export const expectingTls = (server: string): string =>
  `${server} speaks TLS, which tls=false in the connection string switches off`;

const distrustWords =
  /(unable to [a-z ]*certificate|self[- ]signed certificate|certificate has expired|Hostname\/IP does not match)/i;

/** Whether a certificate is not trusted: a second try meets the same one. */
export const isDistrust = (fault: unknown): boolean => fault instanceof Error && distrustWords.test(fault.message);

/** Where a fault of a connection comes from: of a cluster, one node. */
const placeIn = (text: string, servers: string): string =>
  servers.includes(',') ? (/ECONNREFUSED (\S+:\d+)/.exec(text)?.[1] ?? `one of ${servers}`) : servers;

/** Why the store cannot be used, in one sentence for its operator. */
export const sentenceOf = (fault: unknown, servers: string): string => {
  const code = codeOf(fault);
  const text = fault instanceof Error ? fault.message : String(fault);
  if (code === status.UNAUTHENTICATED) return 'the event store says: wrong user or password';
  if (code === status.PERMISSION_DENIED || (fault instanceof AppendRefused && fault.refusal === 'AccessDenied'))
    return 'the event store says: access denied; npm run events -- rights sets what the service needs';
  const [distrust] = distrustWords.exec(text) ?? [];
  if (distrust !== undefined)
    return `the event store's certificate is not trusted (tlsCAFile): ${distrust.toLowerCase()}`;
  if (isUnreached(fault)) return nothingListensAt(placeIn(text, servers));
  if (/wrong version number|packet length too long/i.test(text))
    return `${servers} does not speak TLS (tls=false in the connection string)`;
  return silent;
};

/** The fault as callers of the port know it. */
export const asUnavailable = (fault: unknown, servers: string): Error => {
  if (fault instanceof UnreadableEvent || fault instanceof RevisionConflict) return fault;
  if (fault instanceof StoreUnavailable && fault.message !== 'no answer in time') return fault;
  return new StoreUnavailable(sentenceOf(fault, servers), { cause: fault });
};
