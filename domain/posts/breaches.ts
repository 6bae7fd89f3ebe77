import { checkPost } from '../content/content-check.ts';
import type { PostCheck } from '../content/finding.ts';
import { Refused } from '../kernel/refused.ts';
import { judged } from './render.ts';
import type { Destination, PostContent } from './values.ts';

/** The rules of every platform the post goes to, errors and warnings apart. */
export const checkDestinations = (content: PostContent, destinations: readonly Destination[]): PostCheck =>
  checkPost(
    destinations.map(({ platform }) => platform),
    (platform) => judged(content, platform),
  );

/** What is to go out must break no platform's rules; a draft may. */
export const refuseBreaches = (content: PostContent, destinations: readonly Destination[]): void => {
  const check = checkDestinations(content, destinations);
  if (check.valid) return;
  const failing = Object.entries(check.platforms).find(([, { valid }]) => !valid);
  const first = failing?.[1].errors[0]?.message ?? 'The post breaks a rule of a platform';
  throw new Refused('VALIDATION_ERROR', first, { field: 'content', platforms: check.platforms });
};
