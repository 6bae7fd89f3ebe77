import { isStorable } from './stored-text.ts';

/** Deeper values are refused: recursive code would run out of stack on them. */
const deepest = 100;

/** Why a value cannot be stored, and where in it. The path ends before a name that is not valid text itself. */
export type Unstorable = Readonly<{ path: readonly string[]; reason: string }>;

const badText = 'has characters that are not valid text: U+0000, or half of a character';

/** An object or list that is looked at, and the way to it: a path of its own for each would cost more than the look. */
type Part = Readonly<{ value: object; name: string; within: Part | undefined; depth: number }>;

const pathTo = (part: Part | undefined): readonly string[] => {
  const path: string[] = [];
  for (let at = part; at?.within !== undefined; at = at.within) path.unshift(at.name);
  return path;
};

/** The first part of a value that cannot be stored, independent of its schema; `undefined` where all can. */
export const unstorableIn = (whole: unknown): Unstorable | undefined => {
  const isBad = (value: unknown): boolean => typeof value === 'string' && !isStorable(value);
  const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
  if (isBad(whole)) return { path: [], reason: badText };
  const open: Part[] = isObject(whole) ? [{ value: whole, name: '', within: undefined, depth: 0 }] : [];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    const { value, depth } = part;
    if (depth === deepest) return { path: [], reason: `is nested deeper than ${deepest} levels` };
    const look = (inner: unknown, name: string | number): Unstorable | undefined => {
      if (isBad(inner)) return { path: [...pathTo(part), String(name)], reason: badText };
      if (isObject(inner)) open.push({ value: inner, name: String(name), within: part, depth: depth + 1 });
      return undefined;
    };
    if (Array.isArray(value)) {
      for (let index = 0; index < value.length; index += 1) {
        const found = look(value[index], index);
        if (found) return found;
      }
      continue;
    }
    for (const name in value) {
      if (!isStorable(name)) return { path: pathTo(part), reason: badText };
      const found = look((value as Record<string, unknown>)[name], name);
      if (found) return found;
    }
  }
  return undefined;
};
