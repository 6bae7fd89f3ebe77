import type { Position } from './event.ts';

/** A position as text: its commit alone where both halves are the same, as `X-Position` tells it. */
export const positionText = ({ commit, prepare }: Position): string =>
  commit === prepare ? commit.toString() : `${commit}/${prepare}`;

/** The position a text names; undefined where it names none. */
export const positionIn = (text: string): Position | undefined => {
  const [, commit, prepare] = /^(\d{1,19})(?:\/(\d{1,19}))?$/.exec(text) ?? [];
  if (commit === undefined) return undefined;
  return { commit: BigInt(commit), prepare: BigInt(prepare ?? commit) };
};
