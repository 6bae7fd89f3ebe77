import { retryAfterOf } from '@social-publishing/client/passing';
import { isRepeatable, retryingFetch, type Fetch } from '@social-publishing/client/retrying-fetch';
import { Unanswered } from './unanswered.ts';

/** A pause between rounds of attempts, in milliseconds. */
const againMs = 5000;

/** POSTs that only look: the page that shows their answer asks again by itself. */
const looking = /\/(?:validate|dry-run|best-time|preview-[a-z]+)$/;

/** Whether a call changes something, rather than only looking. */
export const changes = ({ method, url }: Request): boolean =>
  method !== 'GET' && !(method === 'POST' && looking.test(new URL(url).pathname));

const tooMany = 429;

/** The way to the service is open and the service is not: it starts, for example. */
const isDown = ({ status }: Response): boolean => status >= 502 && status <= 504;

/** A proxy answers for a service that is away. The service itself says in JSON what it cannot do. */
const isOfProxy = (response: Response): boolean =>
  isDown(response) && !response.headers.get('content-type')?.startsWith('application/json');

/** The longest Retry-After that a look waits for by itself, in milliseconds, and how often it does. */
const mostWaitMs = 2000;
const mostWaits = 3;

/** A page asks for several things at once, which may be more than a plan allows within a second. Those beyond it come a second later. */
const looked =
  (send: Fetch, wait: Meanwhile['wait']): Fetch =>
  async (request) => {
    for (let waits = 0; ; waits++) {
      const response = await send(request.clone());
      const afterMs = response.status === tooMany ? (retryAfterOf(response) ?? mostWaitMs) : Infinity;
      if (afterMs > mostWaitMs || waits === mostWaits) return response;
      await wait(afterMs);
    }
  };

/** What happens until an answer comes. */
type Meanwhile = Readonly<{
  wait(milliseconds: number): Promise<void>;
  /** Notes that a request has no answer yet, until the function that it answers is called. */
  noteWaiting(): () => void;
}>;

/**
 * What a person does is sent until the service answers, however long the connection is lost. All attempts have one
 * Idempotency-Key, so the service carries it out once, also where only the answer was lost. A service that says that it cannot
 * is asked some more times, as a client does; then the person reads why.
 */
export const sentUntilAnswered =
  (send: Fetch, { wait, noteWaiting }: Meanwhile): Fetch =>
  async (request) => {
    if (!changes(request)) return looked(send, wait)(request);
    if (request.method === 'POST' && !request.headers.has('idempotency-key'))
      request.headers.set('idempotency-key', crypto.randomUUID());
    const isFinal = !isRepeatable(request.method, new URL(request.url).pathname);
    let stopWaiting: (() => void) | undefined;
    const answered = (): void => {
      stopWaiting?.();
      stopWaiting = undefined;
    };
    const noted: Fetch = async (attempt) => {
      try {
        const response = await send(attempt);
        if (isDown(response)) stopWaiting ??= noteWaiting();
        else answered();
        return response;
      } catch (fault) {
        if (!request.signal.aborted) stopWaiting ??= noteWaiting();
        throw fault;
      }
    };
    const tried = retryingFetch(noted, { wait });
    try {
      for (;;) {
        try {
          const response = await tried(request.clone());
          if (isFinal || !isOfProxy(response)) return response;
        } catch (fault) {
          if (isFinal || request.signal.aborted) throw fault;
        }
        await wait(againMs);
      }
    } catch (fault) {
      // The time of an attempt is over, of a request that cannot be sent again.
      throw fault instanceof DOMException && fault.name === 'TimeoutError' ? new Unanswered() : fault;
    } finally {
      answered();
    }
  };
