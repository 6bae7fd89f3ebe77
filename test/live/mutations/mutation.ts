import type { Platform } from '../../../domain/platforms/platform.ts';
import type { Deed } from '../engine/contract.ts';

/**
 * One wrong field: of a request that a publisher or a connector makes, or of what is read of an answer or a report. The live run of its
 * platform has to fail with it.
 */
/** What goes wrong with a mutation: an operation of the table of checks, or a part of one. */
export type Deeds = Deed | 'thread' | 'carousel' | 'mention' | 'private reply';

export type Mutation = Readonly<{
  /** The same for several platforms whose code they share. */
  id: string;
  platform: Platform;
  deed: Deeds;
  file: string;
  /** Code that is in the file once, with the one place that changes in it. */
  code: string;
  part: string;
  instead: string;
  /** The name of a field, a field that is named after its variable, a member that is read (`.data`), or an expression. */
  as: 'name' | 'shorthand' | 'member' | 'expression';
}>;

/** The code that does the one or the other, as the mutation is on or off. */
export const mutatedCode = ({ id, code, part, instead, as }: Mutation): string => {
  const isOn = `globalThis.mutationsThatAreOn.has(${JSON.stringify(id)})`;
  const bare = part.replace(/^[.']|'$/g, '');
  const name = `[${isOn} ? ${JSON.stringify(instead)} : ${JSON.stringify(bare)}]`;
  const forms = {
    name,
    shorthand: `${name}: ${bare}`,
    member: name,
    expression: `(${isOn} ? (${instead}) : (${part}))`,
  };
  return code.replace(part, () => forms[as]);
};

type Change = readonly [file: string, code: string, part: string, instead: string, as?: Mutation['as']];

export const inFolder =
  (platform: Platform, folder: string) =>
  (deed: Deeds, ...[file, code, part, instead, as = 'name']: Change): Mutation => ({
    id: `${folder}/${file} ${part} → ${instead}`,
    platform,
    deed,
    file: `infra/outside/platforms/${folder}/${file}.ts`,
    code,
    part,
    instead,
    as,
  });

/** A mutation of code that several platforms share: the live run of each has to fail. */
export const shared = (deed: Deeds, platforms: readonly Platform[], ...change: Change): readonly Mutation[] =>
  platforms.map((platform) => inFolder(platform, '.')(deed, ...change));
