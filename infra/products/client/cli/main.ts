#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { commandTable, isCommand, usage, type CommandName, type CommandSpec } from './command-table.ts';
import { commands, type Given } from './commands.ts';
import { exitCodeOf, faultAsJson, faultAsText, UsageError } from './fault.ts';
import { print } from './terminal.ts';

/** The command and what it was given, or a UsageError that names what is wrong. */
const given = (args: readonly string[]): Readonly<{ name: CommandName; given: Given }> => {
  const [name = '', ...others] = args;
  if (!isCommand(name)) throw new UsageError(name === '' ? 'Which command?' : `There is no command ${name}`);
  const spec: CommandSpec = commandTable[name];
  const options = Object.fromEntries(
    Object.entries(spec.options).map(([option, { type, multiple = false }]) => [option, { type, multiple }]),
  );
  try {
    const { values, positionals } = parseArgs({ args: others, options, allowPositionals: true, strict: true });
    return { name, given: { values: values as Given['values'], words: positionals } };
  } catch (fault) {
    throw new UsageError(fault instanceof Error ? fault.message : String(fault), { cause: fault });
  }
};

const args = process.argv.slice(2);
if (args[0] === undefined || ['help', '--help', '-h'].includes(args[0]) || args.includes('--help')) {
  print(usage());
  process.exitCode = args[0] === undefined ? exitCodeOf(new UsageError()) : 0;
} else {
  // A reader that closes the pipe, such as head, has enough.
  process.stdout.once('error', () => process.exit(0));
  try {
    const asked = given(args);
    const { takes } = commandTable[asked.name];
    if (takes === '' && asked.given.words.length > 0) throw new UsageError(`What is ${asked.given.words[0]}?`);
    await commands[asked.name](asked.given);
  } catch (fault) {
    if (args.includes('--json')) print(JSON.stringify(faultAsJson(fault), undefined, 2));
    process.stderr.write(`${faultAsText(fault)}\n`);
    if (fault instanceof UsageError) process.stderr.write('social --help shows the commands\n');
    process.exitCode = exitCodeOf(fault);
  }
}
