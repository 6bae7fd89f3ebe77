/**
 * What stands where a person's data stood once that person's key was destroyed. A text like the data it replaces, so that
 * folds over a history with forgotten people need no special case; views may show it or compare with it.
 */
export const forgotten = '[forgotten]';
