import type { Position, Recorded } from './event.ts';

/**
 * @example
 * isAfter({ commit: 5n, prepare: 5n }, { commit: 5n, prepare: 4n }); // true
 */
export const isAfter = (a: Position, b: Position): boolean =>
  a.commit > b.commit || (a.commit === b.commit && a.prepare > b.prepare);

/**
 * The API's form of a position (`X-Position`): its commit only, where both halves are equal.
 *
 * @example
 * positionText({ commit: 42n, prepare: 42n }); // '42'
 * positionText({ commit: 42n, prepare: 40n }); // '42/40'
 */
export const positionText = ({ commit, prepare }: Position): string =>
  commit === prepare ? commit.toString() : `${commit}/${prepare}`;

/**
 * The position in a text of the API; undefined for any other text.
 *
 * @example
 * positionIn('42/40'); // { commit: 42n, prepare: 40n }
 * positionIn('yesterday'); // undefined
 */
export const positionIn = (text: string): Position | undefined => {
  const [, commit, prepare] = /^(\d{1,19})(?:\/(\d{1,19}))?$/.exec(text) ?? [];
  if (commit === undefined) return undefined;
  return { commit: BigInt(commit), prepare: BigInt(prepare ?? commit) };
};

/** Sixteen digits hold any 64 bits. Rows of read models store positions in this form. */
const hexadecimal = (position: bigint): string => position.toString(16).padStart(16, '0');

/**
 * The place of an event in the log as a text: unique, and texts sort as bytes in the order of the log.
 *
 * @example
 * placeOf({ position: { commit: 255n, prepare: 255n } }); // '00000000000000ff.'
 */
export const placeOf = ({ position: { commit, prepare } }: Pick<Recorded, 'position'>): string =>
  // Where the halves differ, the event is one of several of the same commit, and the last of those has equal halves:
  // "-" sorts before ".".
  commit === prepare ? `${hexadecimal(commit)}.` : `${hexadecimal(commit)}-${hexadecimal(prepare)}`;

/**
 * A text that sorts after the places of all events up to this commit, and before all others.
 *
 * @example
 * lastPlaceBy(255n); // '00000000000000ff~'
 */
export const lastPlaceBy = (commit: bigint): string => `${hexadecimal(commit)}~`;

/**
 * The position of a place.
 *
 * @example
 * positionAt('00000000000000ff.'); // { commit: 255n, prepare: 255n }
 */
export const positionAt = (place: string): Position => {
  const [commit = '', prepare = commit] = place.replace('.', '').split('-');
  return { commit: BigInt(`0x${commit}`), prepare: BigInt(`0x${prepare}`) };
};
