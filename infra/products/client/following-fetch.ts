import type { Fetch } from './retrying-fetch.ts';

/**
 * A fetch whose reads contain its writes, also where another process or workspace answers them: it
 * stores the furthest X-Position it received and sends it as X-After-Position.
 */
export const followingFetch = (send: Fetch): Fetch => {
  let furthest = -1n;
  return async (given) => {
    const request = new Request(given);
    if (request.method === 'GET' && furthest >= 0n && !request.headers.has('x-after-position')) {
      request.headers.set('x-after-position', String(furthest));
    }
    const response = await send(request);
    const position = response.headers.get('x-position');
    if (position !== null && /^\d{1,20}$/.test(position) && BigInt(position) > furthest) furthest = BigInt(position);
    return response;
  };
};
