import { requestTimeoutMs } from './http.ts';
import type { Found, FindRequest, RunContext } from '../../../domain/platforms/publisher.ts';

/** Lists of what was made lag behind its making, mostly by seconds; chosen with room. */
const listLagMs = 15_000;

/** A call that is still under way may be stored until it would be given up, and is listed only after that. */
const unlistedMs = requestTimeoutMs + listLagMs;

/**
 * The meaning of a post's absence from a list, on a platform that would accept the same post again:
 * soon after the send it is unknown, later the post was never made. `lagMs`: how long a post may
 * take to appear.
 */
export const notSeen = (request: FindRequest, context: Pick<RunContext, 'now'>, lagMs = unlistedMs): Found =>
  context.now().getTime() - Date.parse(request.sentAt) < lagMs
    ? { outcome: 'cannot_tell', message: 'It is not listed yet, and may still appear.' }
    : { outcome: 'not_published' };
