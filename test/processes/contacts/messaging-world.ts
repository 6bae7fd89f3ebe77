import { CommandHandler } from '../../../commands/kernel/handle.ts';
import { contact, type ContactCommand } from '../../../domain/contacts/contact.ts';
import type { Messaging } from '../../../domain/contacts/messaging.ts';
import type { Decider } from '../../../domain/kernel/decider.ts';
import type { NewEvent } from '../../../domain/kernel/event.ts';
import { PlatformError } from '../../../domain/platforms/platform-error.ts';
import { actContext, type ActContext } from '../../../processes/kernel/act-context.ts';
import { MemoryEventStore } from '../../support/memory-event-store.ts';

/** What happens at a call for a message. */
export type Fate =
  | 'taken'
  | 'forbidden'
  | 'rate_limited'
  | 'token_expired'
  | 'reset_before'
  | 'reset_after'
  | 'error_after'
  | 'killed_before'
  | 'killed_after'
  /** Without an answer; the message is delivered when `arrive` is called. */
  | 'late';

export const fates: readonly Fate[] = [
  ...(['taken', 'taken', 'taken', 'rate_limited', 'token_expired', 'reset_before', 'reset_after'] as const),
  ...(['error_after', 'killed_before', 'killed_after'] as const),
];

const start = Date.parse('2026-01-05T09:00:00.000Z');
export const person = 'c1';

/** A contact who wrote to a Page, over a log in memory, with a platform whose calls have a fate. */
export const messagingWorld = async (fateOf: () => Fate = () => 'taken') => {
  const store = new MemoryEventStore();
  let nowMs = start;
  let runs = 0;
  const now = () => new Date(nowMs);
  /** The texts that the platform delivered, by the key of their send. */
  const delivered: { key: string; text: string; at: string }[] = [];
  const late: (() => unknown)[] = [];
  let beforeCall: () => Promise<void> = async () => undefined;

  const messaging: Messaging = {
    send: async (_to, text, key) => {
      await beforeCall();
      const take = () => delivered.push({ key, text, at: now().toISOString() });
      switch (fateOf()) {
        case 'taken':
          break;
        case 'late':
          late.push(take);
          throw new PlatformError('unknown', 'PUBLISH_ERROR', 'No answer');
        case 'forbidden':
          throw new PlatformError('refused', 'PUBLISH_ERROR', 'Forbidden');
        case 'rate_limited':
          throw new PlatformError('not_stored', 'PLATFORM_RATE_LIMIT', 'Slow down', { retryAfterSeconds: 30 });
        case 'token_expired':
          throw new PlatformError('unauthorized', 'PUBLISH_ERROR', 'The token expired');
        case 'reset_before':
          throw new PlatformError('unknown', 'PUBLISH_ERROR', 'No answer');
        case 'killed_before':
          throw new Error('killed');
        case 'killed_after':
          take();
          throw new Error('killed');
        default:
          take();
          throw new PlatformError('unknown', 'PUBLISH_ERROR', 'No answer');
      }
      take();
      return { nativeId: key, kind: 'message' };
    },
    find: async (_to, { text, known, sentAt }) => {
      const found = delivered.find((each) => each.text === text && !known.includes(each.key) && each.at >= sentAt);
      return found
        ? { outcome: 'published', object: { nativeId: found.key, kind: 'message' } }
        : { outcome: 'not_published' };
    },
  };

  /** The context of one run by a node of its own. */
  const context = (instance = 'i1', process = 'p'): ActContext => {
    const { signal } = new AbortController();
    const claimed = {
      process,
      instance,
      workspaceId: 'w',
      state: {},
      revision: 1,
      lane: 'test',
      mode: 'test',
      failures: 0,
      dueAt: '',
      owner: 'o',
      token: '1',
      correlationId: null,
    } as const;
    const lease = {
      run: `run-${runs++}`,
      signal,
      stopping: signal,
      stillMine: () => true,
      proveLease: async () => true,
      takePlace: async () => undefined,
      endInstance: () => undefined,
    };
    return actContext(claimed, lease, { commands: new CommandHandler(store), now, wait: async () => undefined });
  };
  const commands = new CommandHandler(store);
  let sent = 0;
  const handle = <State, Command, Event extends NewEvent>(
    decider: Decider<State, Command, Event>,
    id: string,
    command: Command,
  ) =>
    commands.handle(decider, id, command, {
      commandId: `command-${sent++}`,
      meta: {
        workspaceId: 'w',
        mode: 'test',
        actor: { kind: 'user', id: 'u' },
        $correlationId: 'c',
        occurredAt: now().toISOString(),
      },
    });
  const onContact = (command: ContactCommand) => handle(contact, person, command);
  const heard = (text: string) =>
    onContact({
      type: 'receive-message',
      contactId: person,
      platform: 'FACEBOOK',
      platformId: '900',
      accountId: 'a1',
      messageId: `in-${sent}`,
      platformMessageId: `m-${sent}`,
      text,
      receivedAt: now().toISOString(),
    });
  await heard('Hello');
  return {
    store,
    messaging,
    delivered,
    context,
    handle,
    onContact,
    heard,
    now,
    advance: (seconds: number) => void (nowMs += seconds * 1_000),
    /** Delivers what was late. */
    arrive: () => late.splice(0).forEach((take) => take()),
    /** Called before each call reaches the platform. */
    beforeCall: (call: () => Promise<void>) => void (beforeCall = call),
  };
};
