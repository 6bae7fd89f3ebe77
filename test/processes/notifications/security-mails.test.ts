import { expect } from 'chai';
import { signInEvents } from '../../../domain/sign-in/sign-in-events.ts';
import type { Mail } from '../../../domain/mail/mail.ts';
import { consoleLinks } from '../../../domain/notifications/console-links.ts';
import { securityMails } from '../../../processes/notifications/security-mails.ts';
import { securityEvents } from '../../../processes/notifications/security-texts.ts';
import { event } from '../../../projections/authoring/projection-spec.ts';
import { processSpec } from '../../support/process-spec.ts';

const at = '2026-03-02T10:00:00.000Z';
const userId = 'olga';
const ofPerson = { workspaceId: '', stream: 'signIn-olga', at };
const inWorkspace = { workspaceId: 'w', stream: 'workspace-w', at };

const chosen = (passwordId: string, linkId: string | null = null) =>
  event('PasswordSet', { userId, passwordId, linkId }, ofPerson);
const added = (linkId: string | null = null) =>
  event(
    'PasskeyAdded',
    {
      userId,
      passkeyId: 'k1',
      name: 'Telephone',
      credentialId: 'AAAA',
      publicKey: 'BBBB',
      counter: 0,
      transports: [],
      challengeId: 'h',
      challengeEnds: at,
      addedAt: at,
      linkId,
    },
    ofPerson,
  );
const renamed = event('PasskeyRenamed', { userId, passkeyId: 'k1', name: 'Old <b>telephone' }, ofPerson);
const removed = (by: 'person' | 'administrator') => event('PasskeyRemoved', { userId, passkeyId: 'k1', by }, ofPerson);
const connected = event(
  'ApplicationConnected',
  {
    userId,
    connectionId: 'c1',
    workspaceId: 'w',
    clientId: 'x',
    name: 'Chatty',
    redirectHost: 'chat.example',
    scopes: ['posts:read'],
  },
  { ...ofPerson, workspaceId: 'w' },
);
const founded = event(
  'WorkspaceCreated',
  { workspaceId: 'w', name: 'Acme', slug: 'a', logo: null, ownerId: 'olga', mode: 'test', plan: 'pro', settings: {} },
  inWorkspace,
);

describe('mails about a sign-in', () => {
  type Given = ReturnType<typeof event>;
  /** Events of the sign-in, the last one being the one that is mailed. */
  const mailOf = async (events: readonly Given[], reaches = true, others: readonly Given[] = []) => {
    const mails: Mail[] = [];
    const ports = {
      mailer: { send: async (mail: Mail) => void mails.push(mail), reaches: () => reaches },
      addressesOf: async (userIds: readonly string[]) =>
        userIds.map((id) => ({ userId: id, email: `${id}@example.com` })),
      consoleLinkOf: consoleLinks('https://social.example'),
    };
    const instance = `sign-in_olga-${events.length - 1}`;
    const stream = events.map((each, revision) => ({ ...each, revision }));
    const acting = processSpec(securityMails, instance)(...others, ...stream).acting(ports);
    return { mails, acting, instance };
  };
  const sent = async (...events: readonly Given[]): Promise<Mail> => {
    const { mails, acting, instance } = await mailOf(events, true, [founded]);
    await acting.sends({ type: 'note-mailed', notificationId: instance, kind: 'security', recipients: [userId] });
    const [mail] = mails;
    if (!mail || mails.length > 1) throw new Error(`${mails.length} mails`);
    return mail;
  };

  it('tell of a changed password, with the page where the person acts', async () => {
    const mail = await sent(chosen('p1'), chosen('p2'));
    expect(mail).to.include({ to: 'olga@example.com', subject: 'Your password was changed' });
    expect(mail.text)
      .to.include('A new password was chosen, for the sign-in with olga@example.com, at 2026-03-02 10:00 UTC.')
      .and.include('If it was not you');
    expect(mail.action).to.deep.equal({
      label: 'Open the page Security',
      url: 'https://social.example/console#/security',
    });
    expect(mail.text).to.include(mail.action.url);
    expect(mail).to.not.have.property('unsubscribeUrl');
    expect((await sent(chosen('p1'), chosen('p2', 'l1'))).text).to.include('with the link of a mail');
  });

  it('tell of passkeys that come and go, by the name that they have', async () => {
    const mail = await sent(chosen('p1'), added());
    expect([mail.subject, mail.text.includes('“Telephone” was added')]).to.deep.equal([
      'A passkey was added to your sign-in',
      true,
    ]);
    expect(mail.text).to.not.include('place of the password');
    expect((await sent(chosen('p1'), added('l1'))).text).to.include('It takes the place of the password');
    const own = await sent(chosen('p1'), added(), renamed, removed('person'));
    expect(own.text).to.include('“Old <b>telephone” was removed').and.not.include('administrator');
    expect((await sent(chosen('p1'), added(), removed('administrator'))).text).to.include(
      'An administrator of the installation did it.',
    );
  });

  it('tell of a second factor that is switched on or off, and of new recovery codes', async () => {
    const on = event('SecondFactorEnabled', { userId, factorId: 'f', recoveryId: 'r', step: 1 }, ofPerson);
    const codes = event('RecoveryCodesReplaced', { userId, recoveryId: 'r2' }, ofPerson);
    const off = event('SecondFactorDisabled', { userId, by: 'administrator' }, ofPerson);
    expect((await sent(chosen('p1'), on)).subject).to.equal('Your second factor is on');
    expect((await sent(chosen('p1'), on, codes)).subject).to.equal('You have new recovery codes');
    const last = await sent(chosen('p1'), on, codes, off);
    expect([last.subject, last.text.includes('An administrator')]).to.deep.equal(['Your second factor is off', true]);
  });

  it('tell of a program that may act for the person, by its claim and by where its answers go', async () => {
    const mail = await sent(chosen('p1'), connected);
    expect(mail.subject).to.equal('A program may act for you in Acme');
    expect(mail.text).to.include('calls itself “Chatty”').and.include('chat.example');
  });

  it('say nothing of the first way in, which is the registration', async () => {
    for (const first of [chosen('p1', 'l1'), added('l1')]) {
      const { mails, acting } = await mailOf([first]);
      await acting.endsInstance();
      expect(mails).to.deep.equal([]);
    }
  });

  it('are not owed where there is no mail server', async () => {
    const { acting } = await mailOf([chosen('p1'), chosen('p2')], false);
    await acting.endsInstance();
  });

  it('are sent of every event that changes what signs a person in', () => {
    /** What a person does each day, what begins such a change, and what takes rights away. */
    const silent = [
      'PasswordLinkIssued',
      'SignInLinkIssued',
      'SignInLinkUsed',
      'GuessingNoticed',
      'SessionStarted',
      'SessionEnded',
      'PersonDisabled',
      'PersonEnabled',
      'OperatorGranted',
      'OperatorWithdrawn',
      'SecondFactorOffered',
      'SecondFactorCodeUsed',
      'RecoveryCodeUsed',
      'PasskeyUsed',
      'PasskeyRenamed',
      'ApplicationDisconnected',
    ];
    const mailed = securityEvents.map(({ type }) => type);
    expect([...mailed, ...silent].sort()).to.deep.equal(signInEvents.map(({ type }) => type).sort());
    expect(securityMails.handles).to.include.members(mailed);
  });
});
