import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** Asks at the terminal, without showing what is typed. Without a terminal the answer is empty. */
export const askSecret = async (question: string): Promise<string | undefined> => {
  if (!process.stdin.isTTY) return undefined;
  process.stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true });
  try {
    const answer = await terminal.question('');
    process.stderr.write('\n');
    return answer === '' ? undefined : answer;
  } finally {
    terminal.close();
  }
};
