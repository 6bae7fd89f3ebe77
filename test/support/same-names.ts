import { expect } from 'chai';

/**
 * Compares two lists of names, in any order. A failure lists each name that is missing or too many
 * with its remedy, so that the message alone names the file to change or the command to run.
 */
export const expectSameNames = (
  actual: readonly string[],
  wanted: readonly string[],
  remedies: Readonly<{ missing: string; surplus: string }>,
): void => {
  const problems = [
    ...wanted.filter((name) => !actual.includes(name)).map((name) => `${name} is missing: ${remedies.missing}`),
    ...actual.filter((name) => !wanted.includes(name)).map((name) => `${name} is too many: ${remedies.surplus}`),
    ...actual.filter((name, index) => actual.indexOf(name) !== index).map((name) => `${name} is there twice`),
  ];
  if (problems.length > 0) expect.fail(problems.join('\n'));
};
