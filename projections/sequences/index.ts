import { enrollments } from './enrollments.ts';
import { sequences } from './sequences.ts';

export const sequenceProjections = {
  sequences,
  enrollments,
};
