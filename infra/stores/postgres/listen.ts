import pg from 'pg';
import { Subject } from 'rxjs';
import { errorOf } from '../../../domain/kernel/error-of.ts';

/**
 * Called with the payload of a notification, or with undefined when notifications may have been
 * missed and the listener must check.
 */
export type Listener = (payload: string | undefined) => void;

export interface Notifications {
  /**
   * Settles once the server listens, so that no later notification is missed. Returns the function
   * that stops listening.
   */
  subscribe(channel: string, listener: Listener): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

type Options = Readonly<{
  /** The interval at which a silent connection is checked; default 15 seconds. */
  heartbeatMs?: number;
  onFault?: (fault: Error) => void;
}>;

const maxPauseMs = 2000;

/**
 * One connection that listens on any number of channels and reconnects when it breaks. After every
 * reconnect all listeners are called with undefined, because notifications meanwhile are lost.
 */
export const openNotifications = (connection: pg.ClientConfig, options: Options = {}): Notifications => {
  const channels = new Map<string, Subject<string | undefined>>();
  const closing = new AbortController();
  let client: pg.Client | undefined;
  let connecting: Promise<void> | undefined;

  const connectOnce = async (): Promise<void> => {
    const fresh = new pg.Client(connection);
    let broken = false;
    const breakDown = (fault?: Error): void => {
      if (broken) return;
      broken = true;
      clearInterval(heartbeat);
      if (client === fresh) client = undefined;
      void fresh.end().catch(() => undefined);
      if (closing.signal.aborted) return;
      if (fault) options.onFault?.(fault);
      connect().catch(() => undefined);
    };
    const heartbeat = setInterval(() => {
      const limit = setTimeout(() => breakDown(new Error('the listening connection is silent')), 5000);
      fresh.query('select 1').then(
        () => clearTimeout(limit),
        (fault: Error) => (clearTimeout(limit), breakDown(fault)),
      );
    }, options.heartbeatMs ?? 15_000);
    heartbeat.unref();
    fresh.on('notification', ({ channel, payload }) => {
      channels.get(channel)?.next(payload ?? '');
    });
    // The listener is set before connecting: the server may end the session between two statements,
    // and an error without a listener ends the process.
    let isReady = false;
    let early: Error | undefined;
    fresh.on('error', (fault) => (isReady ? breakDown(fault) : (early ??= fault)));
    fresh.on('end', () => (isReady ? breakDown() : (early ??= new Error('the listening connection ended'))));
    try {
      await fresh.connect();
      for (const channel of channels.keys()) await fresh.query(`listen ${pg.escapeIdentifier(channel)}`);
      if (early) throw early;
    } catch (fault) {
      broken = true;
      clearInterval(heartbeat);
      void fresh.end().catch(() => undefined);
      throw fault;
    }
    isReady = true;
    client = fresh;
    for (const channel of channels.values()) channel.next(undefined);
  };

  const connect = (): Promise<void> =>
    (connecting ??= (async () => {
      for (let wait = 50; !closing.signal.aborted; wait = Math.min(wait * 2, maxPauseMs)) {
        try {
          return await connectOnce();
        } catch (fault) {
          options.onFault?.(errorOf(fault));
          await new Promise<void>((resolve) => {
            const timer = setTimeout(resolve, wait);
            closing.signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
          });
        }
      }
    })().finally(() => (connecting = undefined)));

  return {
    subscribe: async (channel, listener) => {
      const pushed = channels.get(channel) ?? new Subject<string | undefined>();
      const isNew = !pushed.observed;
      channels.set(channel, pushed);
      const subscription = pushed.subscribe(listener);
      if (connecting || !client) await connect();
      // A connection made meanwhile may have begun before this channel was added: listening twice
      // does no harm.
      if (isNew) await client?.query(`listen ${pg.escapeIdentifier(channel)}`).catch(() => connect());
      return async () => {
        subscription.unsubscribe();
        if (pushed.observed || channels.get(channel) !== pushed) return;
        channels.delete(channel);
        await client?.query(`unlisten ${pg.escapeIdentifier(channel)}`).catch(() => undefined);
      };
    },
    close: async () => {
      closing.abort();
      for (const channel of channels.values()) channel.complete();
      channels.clear();
      const last = client;
      client = undefined;
      await connecting?.catch(() => undefined);
      await last?.end().catch(() => undefined);
    },
  };
};
