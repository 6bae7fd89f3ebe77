import { PlatformError } from '../../domain/platforms/platform-error.ts';
import type { Found, FindRequest, FindContext, NativeObject, Publisher } from '../../domain/platforms/publisher.ts';
import type { PostCommand } from '../../domain/posts/commands.ts';
import type { Send } from '../../domain/posts/destination-state.ts';
import type { AttemptStep } from './attempt-steps.ts';

/**
 * When a platform that could not tell the outcome is asked again. After the last time a person has
 * to resolve it.
 */
const retryDelaysMs = [15_000, 60_000, 240_000, 600_000];

/** The platform gets this long to finish a request it may have received, before it is asked. */
export const settleDelayMs = 2_000;

/** When to ask again after `looks` inconclusive answers; null when asking again is of no use. */
export const nextLookAt = (now: Date, looks: number): string | null => {
  const delayMs = retryDelaysMs[looks];
  return delayMs === undefined ? null : later(now, delayMs);
};

export const later = (now: Date, milliseconds: number): string => new Date(now.getTime() + milliseconds).toISOString();

/** Asks the platform; any failure to ask is "cannot tell". */
export const askPlatform = async (publisher: Publisher, request: FindRequest, context: FindContext): Promise<Found> => {
  try {
    return await publisher.find(request, context);
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return { outcome: 'cannot_tell', message: `The platform could not be asked: ${error.message}` };
  }
};

/** A send whose intent is in the log and whose outcome is not. */
export type UnsettledSend = Extract<Send, { status: 'open' | 'unknown' }>;

export const isUnsettled = (send: Send | undefined): send is UnsettledSend =>
  send?.status === 'open' || send?.status === 'unknown';

type Reconciliation = Readonly<{
  postPlatformId: string;
  /** The name of the send, and its record in the log. */
  send: string;
  known: UnsettledSend;
  /** Names this attempt of the send among the steps of the process. */
  attemptId: string;
  now(): Date;
  /** Asks the platform for the outcome of the send. */
  ask(): Promise<Found>;
  /** The error text of a send that the platform does not have. */
  describeNotSent(message: string): string;
  command(command: PostCommand, step: string): Promise<unknown>;
  onStep?(step: AttemptStep): void;
}>;

type SendError = Readonly<{ code: string; message: string }>;

export type Reconciled =
  /** The platform is asked when the recorded time has come. */
  | Readonly<{ outcome: 'waits' }>
  /** The platform can never tell. `message`: why the outcome is unknown. */
  | Readonly<{ outcome: 'undecided'; message: string }>
  | Readonly<{ outcome: 'sent'; object: NativeObject }>
  | Readonly<{ outcome: 'not_sent'; error: SendError; isRefused: boolean }>;

/**
 * Reconciles a send whose outcome is unknown by asking the platform, and records each answer. It
 * never sends: an open send is first recorded as interrupted, so that the platform has time to
 * finish a request it received.
 */
export const reconcile = async (of: Reconciliation): Promise<Reconciled> => {
  const { postPlatformId, send, known, attemptId, command } = of;
  const on = { postPlatformId, send, of: { key: known.key, attempt: known.attempt } } as const;
  if (known.status === 'open') {
    const message = 'The service stopped before the answer came.';
    const lookAt = later(of.now(), settleDelayMs);
    await command({ ...on, type: 'send-unknown', cause: 'interrupted', message, lookAt }, `interrupted/${attemptId}`);
    of.onStep?.('doubt-recorded');
    return { outcome: 'waits' };
  }
  const { looks, lookAt, message } = known;
  if (looks > 0 && lookAt === null) return { outcome: 'undecided', message };
  const found = await of.ask();
  of.onStep?.('looked');
  switch (found.outcome) {
    case 'published': {
      const { object } = found;
      await command({ ...on, type: 'send-succeeded', object, foundByLook: true }, `found/${attemptId}`);
      of.onStep?.('look-recorded');
      return { outcome: 'sent', object };
    }
    case 'cannot_tell': {
      const again = found.forGood ? null : nextLookAt(of.now(), looks);
      const failed = { ...on, type: 'look-failed', message: found.message, lookAt: again } as const;
      await command(failed, `look/${attemptId}/${looks}`);
      return { outcome: 'waits' };
    }
    case 'not_published': {
      const { refusal } = found;
      const error = refusal ?? { code: 'PUBLISH_ERROR', message: of.describeNotSent(message) };
      await command({ ...on, type: 'send-failed', error, foundByLook: true }, `not-found/${attemptId}`);
      return { outcome: 'not_sent', error, isRefused: refusal !== undefined };
    }
    default:
      return found satisfies never;
  }
};
