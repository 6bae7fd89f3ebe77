import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';

/** A paste that has not ended by then ends the shell. */
const limitMs = 100_000;

/** A shell that text is pasted into, as a person does with the blocks of a page. Variables and jobs last until it closes. */
export class Terminal {
  readonly #shell: ChildProcessWithoutNullStreams;
  #output = '';
  #pastes = 0;
  #heard = (): void => undefined;

  constructor(folder: string, env: NodeJS.ProcessEnv) {
    // A group of its own, so that what runs in its background ends with it.
    this.#shell = spawn('bash', ['--noprofile', '--norc'], { cwd: folder, env, detached: true });
    process.once('exit', this.#kill);
    for (const stream of [this.#shell.stdout, this.#shell.stderr])
      stream.on('data', (piece: Buffer) => {
        this.#output += piece.toString();
        this.#heard();
      });
    this.#shell.once('exit', () => this.#heard());
  }

  /** Pastes lines and waits until all of them have run; answers what they wrote. */
  async paste(lines: string): Promise<string> {
    const end = `end-of-paste-${++this.#pastes}`;
    this.#output = '';
    this.#shell.stdin.write(`${lines}\necho "${end}"\n`);
    const limit = setTimeout(() => this.#kill(), limitMs);
    while (!this.#output.includes(`${end}\n`)) {
      if (this.#shell.signalCode !== null || this.#shell.exitCode !== null)
        throw new Error(`the shell ended while it ran\n${lines}\n${this.#output}`);
      await new Promise<void>((resolve) => (this.#heard = resolve));
    }
    clearTimeout(limit);
    return this.#output.slice(0, this.#output.indexOf(end)).trim();
  }

  readonly #kill = (): void => {
    try {
      if (this.#shell.pid !== undefined) process.kill(-this.#shell.pid, 'SIGKILL');
    } catch {
      // It is gone.
    }
  };

  async close(): Promise<void> {
    process.off('exit', this.#kill);
    if (this.#shell.exitCode !== null || this.#shell.signalCode !== null) return;
    const gone = once(this.#shell, 'exit');
    this.#kill();
    await gone;
  }
}
