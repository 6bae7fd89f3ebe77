import { errorOf } from '../error-of.ts';
import { type NameTest, startsWith } from '../log/name-test.ts';
import { streamIs, typeIs } from '../log/record.ts';
import { dotNetExpression } from './dotnet-expression.ts';

/** Which events a filtered read lets through, by the name of their stream or of their type. */
export type EventFilter = Readonly<{
  on: 'stream' | 'type';
  test: NameTest;
  /** Nearly every event passes, so names are not looked at before events. */
  isWide: boolean;
}>;

/** A regular expression the server cannot compile. */
export class InvalidFilter extends Error {
  override readonly name = 'InvalidFilter';
}

export type FilterExpression = Readonly<{ on: 'stream' | 'type'; regex: string; prefixes: readonly string[] }>;

const compile = (source: string): RegExp => {
  try {
    return dotNetExpression(source);
  } catch (error) {
    throw new InvalidFilter(errorOf(error).message);
  }
};

/**
 * The clients' own expression for "no system events". It is so frequent that it is decided by one
 * byte.
 */
const noSystemEvents = '^[^$].*';
const systemPrefix = 0x24;

const isNoSystemName: NameTest = (bytes, start, end) => end > start && bytes[start] !== systemPrefix;

const testOf = (regex: string, prefixes: readonly string[]): NameTest => {
  if (regex === noSystemEvents) return isNoSystemName;
  if (regex !== '') {
    const expression = compile(regex);
    return (bytes, start, end) => expression.test(bytes.toString('utf8', start, end));
  }
  const tests = prefixes.map((prefix) => startsWith(Buffer.from(prefix)));
  return (bytes, start, end) => tests.some((test) => test(bytes, start, end));
};

/**
 * Compiles a filter. A regular expression takes precedence over prefixes. Throws `InvalidFilter`.
 */
export const eventFilter = ({ on, regex, prefixes }: FilterExpression): EventFilter => ({
  on,
  test: testOf(regex, prefixes),
  isWide: regex === noSystemEvents,
});

/** Whether an event passes. */
export const passes = ({ on, test }: EventFilter, record: Buffer): boolean =>
  on === 'stream' ? streamIs(record, test) : typeIs(record, test);
