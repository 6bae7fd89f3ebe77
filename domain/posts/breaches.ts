import type { Destination, PostContent } from './values.ts';

export const refuseBreaches = (_content: PostContent, _destinations: readonly Destination[]): void => {};
