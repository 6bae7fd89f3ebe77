import { retryingFetch, type Fetch } from '@social-publishing/client/retrying-fetch';
import { noteWaiting, pauseUntilOnline, Unanswered } from './connection.ts';

/** POSTs that only look: the page that shows their answer asks again by itself. */
const looking = /\/(?:validate|dry-run|best-time|preview-[a-z]+)$/;

const changes = ({ method, url }: Request): boolean =>
  method !== 'GET' && !(method === 'POST' && looking.test(new URL(url).pathname));

/** The way to the service is open and it is not ready: it starts, for example. */
const isDown = ({ status }: Response): boolean => status >= 502 && status <= 504;

/**
 * What a person does is sent until an answer comes, however long the connection is lost. All attempts have one
 * Idempotency-Key, so the service carries it out once, also where only the answer was lost.
 */
export const sentUntilAnswered =
  (send: Fetch): Fetch =>
  async (request) => {
    if (!changes(request)) return send(request);
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
    try {
      return await retryingFetch(noted, { retries: Infinity, wait: pauseUntilOnline })(request);
    } catch (fault) {
      // The time of an attempt is over, of a request that cannot be sent again.
      throw fault instanceof DOMException && fault.name === 'TimeoutError' ? new Unanswered() : fault;
    } finally {
      answered();
    }
  };
