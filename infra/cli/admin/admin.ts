import { setImmediate } from 'node:timers/promises';
import type { SignInPorts } from '../../../commands/sign-in/ports.ts';
import { personAt } from '../../../commands/sign-in/register-person.ts';
import { CommandHandler } from '../../../commands/kernel/handle.ts';
import type { Steps } from '../../../commands/workspaces/ports.ts';
import { processNames } from '../../adapters/processes/process-subscribers.ts';
import type { PasswordLinks } from '../../adapters/sign-in/password-links.ts';
import { openPasswordLinks, openSignIn } from '../../composition/sign-in.ts';
import { readIfShown } from '../../stores/postgres/read-if-shown.ts';
import type { Infrastructure } from '../../composition/infrastructure.ts';
import { beginProcessesOnEmptyLog } from '../../stores/postgres/process-checkpoints.ts';
import { Refusal, UsageError } from '../operator.ts';

/** What the commands of the administrator work with. */
export type Admin = Readonly<{
  infrastructure: Infrastructure;
  commands: CommandHandler;
  steps: Steps;
  ports: SignInPorts;
  links: PasswordLinks;
}>;

export type Options = Readonly<{
  json: boolean;
  name?: string | undefined;
  workspace?: string | undefined;
  role?: string | undefined;
  scopes?: string | undefined;
  key: boolean;
  link: boolean;
}>;

/** One command: what it says to people, and the same as data. */
export type Said = Readonly<{ text: string; data: unknown }>;

export type AdminCommand = (given: readonly string[], options: Options, admin: Admin) => Promise<Said>;

export const openAdmin = async (
  infrastructure: Infrastructure,
  steps: (commands: CommandHandler) => Steps,
): Promise<Admin> => {
  // On a log without events, so that the first start of the service finds its processes where they begin.
  await beginProcessesOnEmptyLog(processNames, infrastructure);
  const commands = new CommandHandler(infrastructure.store, { linger: () => setImmediate() });
  return {
    infrastructure,
    commands,
    steps: steps(commands),
    ports: await openSignIn(infrastructure),
    links: await openPasswordLinks(infrastructure, infrastructure.config),
  };
};

export const needed = (value: string | undefined, what: string): string => {
  if (value === undefined || value === '') throw new UsageError(`${what} is missing`);
  return value;
};

const isAddress = (text: string): boolean => /^[^\s@]+@[^\s@]+$/.test(text);

/**
 * The person of an address or an id: of those who sign in here by the log, of those of an external provider by the read
 * model.
 */
export const personOf = async (named: string, { ports, steps, infrastructure: { db } }: Admin): Promise<string> => {
  if (!isAddress(named)) return named;
  const local = await personAt(named, ports, steps);
  if (local !== undefined) return local;
  const rows = await readIfShown(() =>
    db.selectFrom('users').select('id').where('email', '=', named).limit(2).execute(),
  );
  const [row, another] = rows;
  if (!row) throw new Refusal(`There is no person with the address ${named}`);
  if (another)
    throw new Refusal(`Several people have the address ${named}: name one by id (npm run admin -- people list)`);
  return row.id;
};
