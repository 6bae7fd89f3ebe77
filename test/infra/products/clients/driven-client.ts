import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';

/** The program of a client's driver. */
export type Driver = Readonly<{ command: string; args: readonly string[]; env?: NodeJS.ProcessEnv }>;

export type Reply = Readonly<{ value?: unknown; error?: Readonly<Record<string, unknown>> }>;

/** A driver that runs: one answer for each command. */
export class DrivenClient {
  readonly #child: ChildProcess;
  readonly #waiting: { resolve(reply: Reply): void; reject(error: Error): void }[] = [];
  #said = '';

  constructor({ command, args, env }: Driver) {
    this.#child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'pipe'] });
    this.#child.stderr
      ?.setEncoding('utf8')
      .on('data', (text: string) => (this.#said = (this.#said + text).slice(-4_000)));
    const lines = createInterface({ input: this.#child.stdout as NodeJS.ReadableStream });
    lines.on('line', (line) => this.#waiting.shift()?.resolve(JSON.parse(line) as Reply));
    const end = (fault?: Error): void => {
      for (const { reject } of this.#waiting.splice(0))
        reject(new Error(`the driver ended: ${this.#said}`, { cause: fault }));
    };
    this.#child.once('error', end);
    this.#child.once('close', () => end());
    process.once('exit', () => this.#child.kill('SIGKILL'));
  }

  send(command: object): Promise<Reply> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#child.stdin?.write(`${JSON.stringify(command)}\n`);
    });
  }

  stop(): void {
    this.#child.kill('SIGKILL');
  }
}
