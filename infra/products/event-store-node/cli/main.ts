import { errorOf, faultCodeOf } from '../error-of.ts';
import { readFileSync } from 'node:fs';
import { UnusableFolder } from '../storage/folder.ts';
import { startNode } from '../node.ts';
import { backupArguments, startArguments, usage, UsageError } from './arguments.ts';
import { backup } from './backup.ts';
import { watchParent } from './parent-watch.ts';

const print = (value: unknown): void => void process.stdout.write(`${JSON.stringify(value)}\n`);

const start = async (args: readonly string[]): Promise<void> => {
  const options = startArguments(args);
  let stop: () => void = () => process.exit(0);
  const node = await startNode({
    onShutdown: () => stop(),
    dir: options.dir,
    port: options.port,
    host: options.host,
    projections: options.projections,
    passwords: options.passwords,
    nullStore: options.nullStore,
    // By the environment, because other users of the machine see the arguments of a process.
    ...(process.env['EVENT_STORE_SECRET'] && { secret: process.env['EVENT_STORE_SECRET'] }),
    ...(options.maxAppendSize !== undefined && { maxAppendSize: options.maxAppendSize }),
    ...(options.tls && {
      tls: { cert: readFileSync(options.tls.certFile, 'utf8'), key: readFileSync(options.tls.keyFile, 'utf8') },
    }),
  });
  let isStopping = false;
  stop = (): void => {
    if (isStopping) return;
    isStopping = true;
    node.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${JSON.stringify({ error: errorOf(error).message })}\n`);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', () => stop());
  process.on('SIGINT', () => stop());
  if (options.parentPid !== undefined) watchParent(options.parentPid, () => stop());
  print({ ready: true, port: node.port });
};

const run = async ([command, ...args]: readonly string[]): Promise<void> => {
  if (command === 'start') await start(args);
  else if (command === 'backup')
    print({ events: await backup(backupArguments(args, process.env['EVENT_STORE_SECRET'])) });
  else throw new UsageError(command === undefined ? 'no command' : `unknown command ${command}`);
};

run(process.argv.slice(2)).catch((error: unknown) => {
  const isUsage = error instanceof UsageError;
  const isExpected = isUsage || error instanceof UnusableFolder || faultCodeOf(error) !== undefined;
  process.stderr.write(isExpected ? `${errorOf(error).message}\n` : `${errorOf(error).stack}\n`);
  if (isUsage) process.stderr.write(usage);
  process.exit(isUsage ? 2 : 1);
});
