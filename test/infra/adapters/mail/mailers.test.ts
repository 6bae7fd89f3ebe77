import { expect } from 'chai';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import type { Mail } from '../../../../domain/mail/mail.ts';
import { htmlOf } from '../../../../infra/adapters/mail/mail-html.ts';
import { keptMail, keptMails, pageOfMails } from '../../../../infra/adapters/mail/kept-mails.ts';
import { mailerByMode, NoMailServer } from '../../../../infra/adapters/mail/mailers.ts';
import { SandboxMailer } from '../../../../infra/adapters/mail/sandbox-mailer.ts';
import { SmtpMailer } from '../../../../infra/adapters/mail/smtp-mailer.ts';
import { useDatabase } from '../../../support/postgres.ts';

/** A mail server that speaks as much SMTP as a client needs, and keeps what it is given. */
const startMailServer = async () => {
  const mails: string[] = [];
  const recipients: string[] = [];
  const server: Server = createServer((socket) => {
    let inData = false;
    let buffered = '';
    socket.on('error', () => undefined);
    socket.write('220 mail.test ESMTP\r\n');
    socket.on('data', (chunk) => {
      buffered += chunk.toString('utf8');
      for (;;) {
        const end = inData ? buffered.indexOf('\r\n.\r\n') : buffered.indexOf('\r\n');
        if (end < 0) return;
        const text = buffered.slice(0, end);
        buffered = buffered.slice(end + (inData ? 5 : 2));
        if (inData) {
          mails.push(text);
          inData = false;
          socket.write('250 kept\r\n');
        } else if (/^DATA/i.test(text)) {
          inData = true;
          socket.write('354 go on\r\n');
        } else if (/^QUIT/i.test(text)) socket.end('221 bye\r\n');
        else {
          if (/^RCPT TO/i.test(text)) recipients.push(text);
          socket.write('250 ok\r\n');
        }
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    mails,
    recipients,
    url: `smtp://127.0.0.1:${port}`,
    stop: async (): Promise<void> => {
      server.close();
      await once(server, 'close');
    },
  };
};

const mail = (id: string, to: string): Mail => ({
  id,
  to,
  subject: `About ${id}`,
  text: `Text of ${id}`,
  action: { label: 'See it', url: 'https://social.example/console' },
});
const html = (id: string): string => htmlOf(mail(id, ''));
const origin = (mode: 'live' | 'test', workspaceId = 'w1', sentAt = '2026-05-01T10:00:00.000Z') => ({
  mode,
  workspaceId,
  sentAt,
});

describe('mail', () => {
  const database = useDatabase();

  it('of test workspaces is kept once, newest first, for its workspace only', async () => {
    const mailer = mailerByMode(new SandboxMailer(database().kysely), undefined);
    await mailer.send(mail('m1', 'Ada@example.com'), origin('test'));
    await mailer.send(mail('m2', 'ben@example.com'), origin('test', 'w1', '2026-05-01T11:00:00.000Z'));
    await mailer.send(mail('m1', 'Ada@example.com'), origin('test', 'w1', '2026-05-01T12:00:00.000Z'));
    await mailer.send(mail('m1', 'ada@example.com'), origin('test', 'w2'));
    const { kysely } = database();
    expect(await keptMails(kysely, 'w1')).to.deep.equal([
      {
        to: 'ben@example.com',
        subject: 'About m2',
        text: 'Text of m2',
        html: html('m2'),
        sentAt: '2026-05-01T11:00:00.000Z',
      },
      {
        to: 'Ada@example.com',
        subject: 'About m1',
        text: 'Text of m1',
        html: html('m1'),
        sentAt: '2026-05-01T10:00:00.000Z',
      },
    ]);
    expect((await keptMails(kysely, 'w1', { to: 'ada@EXAMPLE.com' })).map(({ subject }) => subject)).to.deep.equal([
      'About m1',
    ]);
    expect(await keptMails(kysely, 'w1', { limit: 1 })).to.have.length(1);
    expect(await keptMails(kysely, 'w3')).to.deep.equal([]);
  });

  it('of test workspaces is listed a page at a time, and read one by one', async () => {
    const mailer = new SandboxMailer(database().kysely);
    const { kysely } = database();
    // Two of one instant lie on two pages.
    const hours = ['10', '11', '11', '12', '13'];
    for (const [index, hour] of hours.entries())
      await mailer.send(mail(`p${index}`, 'ada@example.com'), origin('test', 'w5', `2026-05-01T${hour}:00:00.000Z`));
    const first = await pageOfMails(kysely, 'w5', undefined, 3);
    const second = await pageOfMails(kysely, 'w5', first.older, 3);
    expect([first, second].map(({ mails }) => mails.map(({ id }) => id))).to.deep.equal([
      ['p4', 'p3', 'p2'],
      ['p1', 'p0'],
    ]);
    expect(second.older).to.equal(undefined);
    expect((await pageOfMails(kysely, 'w5', undefined, 5)).older, 'a full last page').to.equal(undefined);
    const one = { id: 'p0', to: 'ada@example.com', subject: 'About p0', sentAt: '2026-05-01T10:00:00.000Z' };
    expect(second.mails.at(-1)).to.deep.equal(one);
    expect(await keptMail(kysely, 'w5', 'p0')).to.deep.equal({ ...one, text: 'Text of p0', html: html('p0') });
    expect(await keptMail(kysely, 'w6', 'p0'), 'in another workspace').to.equal(undefined);
  });

  it('of live workspaces goes to the mail server, never into the sandbox, the same mail under the same id', async () => {
    const server = await startMailServer();
    const smtp = new SmtpMailer({ url: server.url, from: 'Publishing <no-reply@service.example>' });
    const mailer = mailerByMode(new SandboxMailer(database().kysely), smtp);
    try {
      await mailer.send(mail('m9', 'ada@example.com'), origin('live', 'w9'));
      await mailer.send(mail('m9', 'ada@example.com'), origin('live', 'w9'));
      expect(server.recipients).to.deep.equal(['RCPT TO:<ada@example.com>', 'RCPT TO:<ada@example.com>']);
      const [first = '', second = ''] = server.mails;
      expect(first).to.include('Subject: About m9').and.to.include('Text of m9');
      const messageId = /^Message-ID: <[0-9a-f]{40}@service\.example>$/im;
      expect(first).to.match(messageId);
      expect(messageId.exec(second)?.[0]).to.equal(messageId.exec(first)?.[0]);
      expect(await keptMails(database().kysely, 'w9')).to.deep.equal([]);
    } finally {
      await smtp.close();
      await server.stop();
    }
  });

  it('of live workspaces is refused where there is no mail server', async () => {
    const mailer = mailerByMode(new SandboxMailer(database().kysely), undefined);
    expect([mailer.reaches('live'), mailer.reaches('test')]).to.deep.equal([false, true]);
    const failure = await mailer.send(mail('m1', 'a@example.com'), origin('live')).catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(NoMailServer);
  });

  it('to an address with more than an address in it is not sent to others', async () => {
    const server = await startMailServer();
    const smtp = new SmtpMailer({ url: server.url, from: 'no-reply@service.example' });
    try {
      await smtp.send(mail('m1', 'ada@example.com>\r\nRCPT TO:<eve@example.com')).catch(() => undefined);
      expect(server.recipients.filter((line) => line.startsWith('RCPT TO:<eve@'))).to.deep.equal([]);
    } finally {
      await smtp.close();
      await server.stop();
    }
  });
});
