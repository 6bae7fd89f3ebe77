import { Refused } from '../kernel/refused.ts';

/** Long enough to resist guessing at the sign-in page; the estimate below judges the rest. */
export const minPasswordLength = 10;
/** The hash takes any length; the estimate of a very long text takes long. */
export const maxPasswordLength = 128;
/** A password that a program guesses within this many tries, as a power of ten, is refused. */
export const minGuessesLog10 = 9;

/** What is known of a password that a person wants to use. */
export type PasswordEstimate = Readonly<{
  /** The tries that an informed guesser needs, as a power of ten. */
  guessesLog10: number;
  /** Whether the whole password is in a list of leaked passwords. */
  isLeaked: boolean;
}>;

export const isPasswordLength = (password: string): boolean =>
  password.length >= minPasswordLength && password.length <= maxPasswordLength;

const weak = (message: string): Refused => new Refused('VALIDATION_ERROR', message, { field: 'password' });

export const requirePasswordLength = (password: string): void => {
  if (password.length < minPasswordLength) throw weak(`The password needs at least ${minPasswordLength} characters`);
  if (password.length > maxPasswordLength) throw weak(`The password has at most ${maxPasswordLength} characters`);
};

export const requireStrength = ({ guessesLog10, isLeaked }: PasswordEstimate): void => {
  if (isLeaked) throw weak('This password is in lists of leaked passwords. Choose another');
  if (guessesLog10 < minGuessesLog10)
    throw weak('This password is easy to guess. A few words that do not belong together are hard to guess');
};
