import { errorOf } from '../error-of.ts';
import { streamBytesOf, streamOf, streamStartsWith, typeBytesOf, typeOf, typeStartsWith } from '../log/record.ts';
import { dotNetExpression } from './dotnet-expression.ts';

/** Which events a filtered read lets through. */
export type EventFilter = (record: Buffer) => boolean;

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
const systemPrefix = Buffer.from('$');

/**
 * Compiles a filter. A regular expression takes precedence over prefixes. Throws `InvalidFilter`.
 */
export const eventFilter = ({ on, regex, prefixes }: FilterExpression): EventFilter => {
  const startsWith = on === 'stream' ? streamStartsWith : typeStartsWith;
  if (regex === noSystemEvents) {
    const bytesOf = on === 'stream' ? streamBytesOf : typeBytesOf;
    return (record) => !startsWith(record, systemPrefix) && bytesOf(record).length > 0;
  }
  if (regex !== '') {
    const expression = compile(regex);
    const textOf = on === 'stream' ? streamOf : typeOf;
    return (record) => expression.test(textOf(record));
  }
  const wanted = prefixes.map((prefix) => Buffer.from(prefix));
  return (record) => wanted.some((prefix) => startsWith(record, prefix));
};
