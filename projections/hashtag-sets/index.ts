import { hashtagSets } from './hashtag-sets.ts';

export const hashtagSetProjections = {
  hashtag_sets: hashtagSets,
};
