import { createInterface } from 'node:readline/promises';
import { ConfigurationError } from '../composition/config.ts';
import { stopSignals } from '../composition/stop-signals.ts';
import { UsageError } from './operator.ts';
import { rehearseCommand } from './rehearsal/command.ts';
import { usage } from './rehearsal/needs.ts';

const main = async (): Promise<void> => {
  const stopping = stopSignals();
  const ask = async (question: string): Promise<string> => {
    const terminal = createInterface({ input: process.stdin, output: process.stdout });
    try {
      return (await terminal.question(question, { signal: stopping })).trim();
    } finally {
      terminal.close();
    }
  };
  try {
    process.exitCode = await rehearseCommand(process.argv.slice(2), process.env, {
      print: (line) => void process.stdout.write(`${line}\n`),
      ask,
      signal: stopping,
    });
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof ConfigurationError)) throw error;
    process.stderr.write(`${error.message}\n\n${error instanceof UsageError ? usage : ''}\n`);
    process.exitCode = 2;
  }
};

await main();
