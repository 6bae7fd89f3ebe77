import { print, printJson, readArguments, Refusal, runCommand, UsageError, withInfrastructure } from './operator.ts';
import { Refused } from '../../domain/kernel/refused.ts';
import { openAdmin, type AdminCommand, type Said } from './admin/admin.ts';
import { adminSteps } from './admin/admin-steps.ts';
import { createOwnerCommand } from './admin/create-owner.ts';
import { people } from './admin/people.ts';
import { checkPlatforms } from './admin/platforms.ts';
import { operators, systemAdmins } from './admin/rights.ts';
import { sessions } from './admin/sessions.ts';
import { keys, workspaces } from './admin/workspaces.ts';

const usage = `npm run admin -- COMMAND [--json]

  create-owner EMAIL --workspace SLUG [--name NAME] [--key] [--link]
                                      the first person, or a further owner: asks for a password, or prints a link
  people list
  people create EMAIL [--name NAME] [--workspace SLUG --role ROLE]     prints a link to choose a password
  people link|disable|enable PERSON                                    PERSON: an e-mail address or an id
  people passkeys PERSON
  people remove-passkey PERSON PASSKEY_ID                              the authenticator is lost: ends all sessions
  people reset-second-factor PERSON                                    the telephone is lost: ends all sessions
  workspaces list
  workspaces create SLUG PERSON [--name NAME]
  keys list [WORKSPACE]
  keys create WORKSPACE [--name NAME] [--scopes posts:write,media:write]
  keys revoke KEY_ID
  sessions list [PERSON]
  sessions revoke PERSON [SESSION_ID]
  operators list | grant PERSON | revoke PERSON
  system-admins list | grant PERSON | revoke PERSON
  platforms check [PLATFORM] [--redirect URL]
                                      asks each platform whether it knows the configured application

It works on the stores of the environment and DATA_DIR, with the service running or not.`;

const nouns: Readonly<Record<string, Readonly<Record<string, AdminCommand>>>> = {
  people,
  workspaces,
  keys,
  sessions,
  operators,
  'system-admins': systemAdmins,
};

const commandOf = (positionals: readonly string[]): readonly [AdminCommand, readonly string[]] => {
  const [noun = '', verb = '', ...rest] = positionals;
  if (noun === 'create-owner') return [createOwnerCommand, positionals.slice(1)];
  const verbs = Object.hasOwn(nouns, noun) ? nouns[noun] : undefined;
  const command = verbs && Object.hasOwn(verbs, verb) ? verbs[verb] : undefined;
  if (!command) throw new UsageError(`not understood: ${positionals.join(' ') || 'no command'}`);
  return [command, rest];
};

await runCommand(usage, async (args) => {
  const { positionals, values } = readArguments(args, {
    json: { type: 'boolean', default: false },
    name: { type: 'string' },
    workspace: { type: 'string' },
    role: { type: 'string' },
    scopes: { type: 'string' },
    key: { type: 'boolean', default: false },
    link: { type: 'boolean', default: false },
    redirect: { type: 'string' },
  });
  const say = ({ text, data }: Said): void => (values.json ? printJson(data) : print(text));
  const [noun, verb, named] = positionals;
  if (noun === 'platforms' && verb === 'check') {
    say(await checkPlatforms(named, values.redirect, process.env));
    return;
  }
  const [command, given] = commandOf(positionals);
  const said = await withInfrastructure(async (infrastructure) => {
    try {
      return await command(given, values, await openAdmin(infrastructure, adminSteps));
    } catch (error) {
      if (error instanceof Refused) throw new Refusal(error.message);
      throw error;
    }
  });
  say(said);
});
