import { TreeContradicted } from '../log/audit/signed-checkpoints.ts';
import { exportTo, scopeFrom } from './audit-export.ts';
import { printHistory } from './audit-history.ts';
import { printKeys, rotate } from './audit-keys.ts';
import { printAsOf, printDiff } from './audit-past.ts';
import { signedNow } from './audit-tree.ts';
import { verifyBundle, verifyService } from './audit-verify.ts';
import { print, readArguments, Refusal, runCommand, UsageError, withInfrastructure } from './operator.ts';

const usage = `npm run audit -- <command> [--json]

  history post|account|workspace|user|media|comment <id>
                                                       everything that ever happened to it, oldest first
  as-of post|account|workspace|media|comment|webhook <id> --at MOMENT
                                                       what was answered about it then
  diff post|account|workspace|media|comment|webhook <id> --from MOMENT [--to MOMENT]
                                                       what changed in between; --to is now
  export everything [--out FILE]                       the whole log as a bundle that can be verified without the service
  export post|account|workspace <id> [--out FILE]      what happened to it, each event with its proof
         [--since CHECKPOINTS]                         also proves that the log continues a checkpoint kept before
  verify FILE --public-key FILE                        checks a bundle offline and names its first bad place
         [--against CHECKPOINTS]                       also against checkpoints kept before
  verify [--public-key FILE]                           checks the log of this service against all that was signed
  checkpoint                                           signs the present log and prints what to keep
  keys                                                 the public keys, in PEM
  rotate-key [--new-key FILE]                          has the signing key followed by another; the file where AUDIT_SIGNING_KEY is set

A MOMENT is a position of the log or an instant. as-of and diff ask the running service, named by SERVICE_URL and API_KEY or by
DATA_DIR; the others read the stores. With --json, history prints one event a line. Progress goes to standard error.
Exit codes: 0 done and genuine, 1 refused or not genuine, 2 not understood. What is proven: docs/audit.md.`;

/** An error of signing is printed as a message. */
const unlessContradicted = async <T>(signing: Promise<T>): Promise<T> =>
  signing.catch((error: unknown) => {
    if (error instanceof TreeContradicted) throw new Refusal(`Nothing can be signed: ${error.message}.`);
    throw error;
  });

await runCommand(usage, async (args) => {
  const { values, positionals: words } = readArguments(args, {
    json: { type: 'boolean', default: false },
    out: { type: 'string' },
    since: { type: 'string' },
    at: { type: 'string' },
    from: { type: 'string' },
    to: { type: 'string' },
    against: { type: 'string' },
    'public-key': { type: 'string' },
    'new-key': { type: 'string' },
  });
  const { json, out, since, at, from, to, against, 'public-key': publicKey, 'new-key': newKey } = values;
  const [command = '', file] = words;
  const atMost = (count: number): void => {
    if (words.length > count) throw new UsageError(`not understood: ${words.slice(count).join(' ')}`);
  };
  switch (command) {
    case 'history':
      atMost(3);
      return withInfrastructure((infrastructure) => printHistory(infrastructure, words, { json }));
    case 'as-of':
      atMost(3);
      return printAsOf(words, at, { json });
    case 'diff':
      atMost(3);
      return printDiff(words, { from, to }, { json });
    case 'export':
      scopeFrom(words.slice(1));
      if (json && out === undefined) throw new UsageError('a bundle is JSON already: --json goes with --out');
      return withInfrastructure((infrastructure) =>
        unlessContradicted(exportTo(infrastructure, { words, out, since, json })),
      );
    case 'verify':
      atMost(2);
      if (file !== undefined) return verifyBundle(file, { publicKey, against, json });
      if (against !== undefined) throw new UsageError('--against goes with a bundle');
      return withInfrastructure((infrastructure) => verifyService(infrastructure, { publicKey, against, json }));
    case 'checkpoint':
      atMost(1);
      return withInfrastructure(async (infrastructure) =>
        print(JSON.stringify(await unlessContradicted(signedNow(infrastructure)))),
      );
    case 'keys':
      atMost(1);
      return withInfrastructure((infrastructure) => printKeys(infrastructure, { json }));
    case 'rotate-key':
      atMost(1);
      return withInfrastructure((infrastructure) => rotate(infrastructure, newKey, { json }));
    default:
      throw new UsageError(command ? `there is no command ${command}` : 'which command?');
  }
});
