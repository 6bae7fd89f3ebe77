import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { breaches } from '../../domain/catalogue/compatibility.ts';
import { catalogueFiles, currentCatalogue, releaseCatalogue, releasedCatalogue } from './catalogue-files.ts';
import { print, readArguments, Refusal, runCommand, UsageError } from './operator.ts';

const usage = `npm run events [-- <command>]

  write     (also without a command) writes docs/events.md and docs/events.json from the code
  check     fails where those files are stale, or where the code breaks what was released
  release   writes docs/events.released.json: what readers may rely on from now on`;

const nameOf = (file: URL): string => path.relative(process.cwd(), fileURLToPath(file));

const requireCompatible = async (): Promise<void> => {
  const found = breaches(await releasedCatalogue(), await currentCatalogue());
  if (found.length > 0) throw new Refusal(`What was released would break:\n${found.join('\n')}`);
};

const write = async (): Promise<void> => {
  for (const [file, text] of await catalogueFiles()) {
    await writeFile(file, text);
    print(`wrote ${nameOf(file)}`);
  }
};

const check = async (): Promise<void> => {
  await requireCompatible();
  for (const [file, text] of await catalogueFiles())
    if ((await readFile(file, 'utf8').catch(() => '')) !== text)
      throw new Refusal(`${nameOf(file)} is not what the code says: run npm run events.`);
  print('The catalogue is as the code says, and breaks nothing that was released.');
};

const release = async (): Promise<void> => {
  await requireCompatible();
  await releaseCatalogue();
  await write();
};

const commands = { write, check, release } as const;

await runCommand(usage, async (args) => {
  const { positionals } = readArguments(args, {});
  const [command = 'write', ...rest] = positionals;
  if (!Object.hasOwn(commands, command)) throw new UsageError(`there is no command ${command}`);
  if (rest.length > 0) throw new UsageError(`not understood: ${rest.join(' ')}`);
  await commands[command as keyof typeof commands]();
});
