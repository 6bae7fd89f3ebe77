import { reviews } from './reviews.ts';

export const reviewProjections = {
  reviews,
};
