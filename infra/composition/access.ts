import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { signIn } from '../../domain/sign-in/sign-in.ts';
import { user } from '../../domain/users/user.ts';
import { CommandHandler } from '../../commands/kernel/handle.ts';
import { SmtpMailer } from '../adapters/mail/smtp-mailer.ts';
import { registerPath } from '../adapters/sign-in/registrations.ts';
import { mailSignInLink } from '../adapters/sign-in/sign-in-link-mail.ts';
import { ReadModelDirectory } from '../edge/access/credential-directory.ts';
import { consoleClientId, consoleRedirectUri } from '../edge/console/console-pages.ts';
import { signInBy } from '../edge/access/sign-in.ts';
import { forgotPath } from '../edge/sign-in/forgot-page.ts';
import { halfSignIns } from '../edge/sign-in/half-sign-ins.ts';
import { openDoor, type Door } from '../edge/sign-in/door.ts';
import { openLocalIssuer, type LocalIssuer } from '../edge/identity/local-issuer.ts';
import { eitherSessions, remoteSessions, type Session, type VerifySession } from '../edge/identity/session.ts';
import { CompactedStreams } from '../log/history/compacted-streams.ts';
import { keptKey, keptSecret } from '../stores/secrets/kept-key.ts';
import { Freshness } from '../stores/postgres/freshness.ts';
import type { Config } from './config.ts';
import type { Infrastructure } from './infrastructure.ts';
import { openApplications } from './applications.ts';
import { openSignIn } from './sign-in.ts';

/** Authentication, and the one handler of all commands. */
export type Access = Readonly<{
  commands: CommandHandler;
  directory: ReadModelDirectory;
  freshness: Freshness;
  /** Present where no external provider signs people in. */
  issuer: LocalIssuer | undefined;
  /** Present where people sign in with a password. */
  door: Door | undefined;
  /** Mails of the sign-in; present where they can be sent. */
  mailer: SmtpMailer | undefined;
}>;

/** The keys that an older release kept beside the data of one node. Its sessions stay valid. */
const keysInFolder = (dataDir: string): Promise<string | undefined> =>
  readFile(path.join(dataDir, 'identity-keys.json'), 'utf8').catch(() => undefined);

/**
 * Operators are the verified addresses of the list. Test mode without a provider and without a list
 * is a trial on one machine, in which everyone is an operator.
 */
export const operatorsOf = ({ oidc, testMode, operators }: Pick<Config, 'oidc' | 'testMode' | 'operators'>) => {
  const isTrial = oidc === undefined && testMode && operators.length === 0;
  return ({ email, emailVerified }: Pick<Session, 'email' | 'emailVerified'>): boolean =>
    isTrial || (email !== undefined && emailVerified && operators.includes(email.toLowerCase()));
};

const sessionsOf = ({ oidc }: Config, issuer: LocalIssuer | undefined): VerifySession | undefined => {
  if (!oidc) return issuer?.verifySession;
  const verify = remoteSessions({ ...oidc, audience: [oidc.audience] });
  return issuer ? eitherSessions({ issuer: oidc.issuer, verify }, issuer.verifySession) : verify;
};

export const openAccess = async (infrastructure: Infrastructure): Promise<Access> => {
  const { config, database, db, notifications, store, log } = infrastructure;
  const freshness = await Freshness.open({
    database,
    notifications,
    onFault: (error) => log.warn({ error }, 'checkpoints could not be read'),
  });
  const streams = new CompactedStreams({
    store,
    sealed: store.view({ as: 'lifted' }),
    open: (events) => store.open(events),
    db: database.kysely,
    onFault: (error) => log.warn({ error }, 'a compacted stream could not be stored'),
  });
  // Commands on one stream in the same turn are appended together.
  const commands = new CommandHandler(streams, { log: store.entries, linger: () => setImmediate() });
  const { smtpUrl, mailFrom } = config;
  const mailer =
    config.passwordSignIn && smtpUrl !== undefined ? new SmtpMailer({ url: smtpUrl, from: mailFrom }) : undefined;
  const door = config.passwordSignIn
    ? openDoor({
        commands,
        ports: await openSignIn(infrastructure),
        halves: halfSignIns(await keptKey(infrastructure, 'half-sign-ins')),
        failed: (error) => log.warn({ error }, 'a link that signs in could not be mailed'),
        now: () => new Date(),
      })
    : undefined;
  const issuer =
    config.oidc && !door
      ? undefined
      : await openLocalIssuer({
          issuer: `${config.publicUrl}/oidc`,
          keepKeys: (create) =>
            keptSecret(infrastructure, 'identity-keys', async () => (await keysInFolder(config.dataDir)) ?? create()),
          database,
          users: {
            // By the log: a person signs in right after registering, before the read model has them.
            find: async (id) => {
              const person = (await commands.load(user, id, undefined))?.state;
              return person?.deleted === false ? person : undefined;
            },
            list: () =>
              db.selectFrom('users').select(['id', 'email', 'name']).orderBy('created_at').limit(50).execute(),
          },
          clients: [
            {
              id: consoleClientId,
              redirectUris: [consoleRedirectUri(config.publicUrl)],
              postLogoutRedirectUris: [consoleRedirectUri(config.publicUrl)],
            },
          ],
          applications: openApplications(infrastructure, commands),
          // A link comes by mail.
          door: door && {
            ...door,
            ...(mailer && {
              forgot: forgotPath,
              register: config.openRegistration ? registerPath : undefined,
              mailLink: mailSignInLink({ commands, send: (mail) => mailer.send(mail) }),
            }),
          },
        });
  const verifySession = sessionsOf(config, issuer);
  if (!verifySession) throw new Error('no issuer of sessions is configured');
  const directory: ReadModelDirectory = new ReadModelDirectory({
    db,
    freshness,
    verifySession,
    localIssuer: issuer?.issuer,
    isOperator: operatorsOf(config),
    signIn: (person) => signInBy({ commands, now: () => new Date() })(person),
    // Tokens of test workspaces belong to no session.
    connectedApplication: async (userId, connectionId) =>
      (await commands.load(signIn, userId, undefined))?.state.applications[connectionId],
    sessions: door && { isOpen: door.isOpen, required: !config.testMode },
  });
  store.onAppended((stream, { position }) => directory.noteAppend(stream, position));
  // Personal data leaves memory with the key of its person, whichever node destroyed it.
  infrastructure.subjectKeys.onDestroyed(() => {
    commands.forget();
    directory.forget();
  });
  return { commands, directory, freshness, issuer, door, mailer };
};
