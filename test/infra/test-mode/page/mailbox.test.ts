import { randomBytes } from 'node:crypto';
import { memorySandboxStore } from '@social-publishing/platform-sandbox';
import { expect } from 'chai';
import type { MailPlace, WholeMail } from '../../../../infra/adapters/mail/kept-mails.ts';
import type { KeptMails } from '../../../../infra/test-mode/page/mailbox.ts';
import { sandboxPage } from '../../../../infra/test-mode/page/sandbox-page.ts';
import { CredentialsOfTest, startEdge } from '../../../support/edge.ts';

const at = '2026-05-04T10:00:00.000Z';
const evil = `"><script>alert('1')</script><img src=x onerror=alert(1)>`;
const older: MailPlace = { sentAt: at, position: 7 };

describe('the mailbox of the sandbox', () => {
  const credentials = new CredentialsOfTest();
  const held = new Map<string, WholeMail[]>();
  const asked: (MailPlace | undefined)[] = [];
  let edge: Awaited<ReturnType<typeof startEdge>>;

  before(async () => {
    const mails: KeptMails = {
      page: async (workspaceId, before) => {
        asked.push(before);
        return { mails: held.get(workspaceId) ?? [], older: before ? undefined : older };
      },
      mail: async (workspaceId, id) => {
        if (id.includes('\0')) throw new Error('no database holds this text');
        return held.get(workspaceId)?.find((mail) => mail.id === id);
      },
    };
    const shown = sandboxPage({
      store: memorySandboxStore(),
      platforms: ['TWITTER'],
      directory: credentials,
      clock: () => Date.now(),
      cookieKey: randomBytes(32),
      publicUrl: 'http://127.0.0.1:3000',
      mediaBase: 'http://127.0.0.1:3000/media-objects/',
      mails,
    });
    edge = await startEdge({ prefixes: { '/sandbox/feed': shown.parts, '/sandbox/mails': shown.mailbox } });
  });
  after(() => edge.stop());

  const mail = (id: string, more: Partial<WholeMail> = {}): WholeMail => ({
    id,
    to: 'ada@example.com',
    subject: `About ${id}`,
    sentAt: at,
    text: `Text of ${id}`,
    html: `<!doctype html><html><head><title>x</title></head><body><a href="https://x.example">Go</a></body></html>`,
    ...more,
  });

  /** A browser that is in, in a workspace with mails. */
  const aVisitor = async (...mails: readonly WholeMail[]) => {
    const { secret, workspaceId } = credentials.addKey();
    held.set(workspaceId, [...mails]);
    const body = new URLSearchParams({ key: secret, to: '/sandbox/mails' });
    const entered = await fetch(`${edge.origin}/sandbox/feed/key`, { method: 'POST', body, redirect: 'manual' });
    expect(entered.headers.get('location'), 'where the key leads').to.equal('/sandbox/mails');
    const cookie = (entered.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    const get = async (path: string) => {
      const reply = await fetch(`${edge.origin}/sandbox/mails${path}`, { headers: { cookie } });
      return { reply, text: await reply.text() };
    };
    return { get };
  };

  it('asks for a key first, which leads back to it and to no other place', async () => {
    const reply = await fetch(`${edge.origin}/sandbox/mails/m1`);
    expect(reply.status).to.equal(401);
    expect(await reply.text()).to.include('name="to" value="/sandbox/mails"');
    const body = new URLSearchParams({ key: credentials.addKey().secret, to: 'https://evil.example/' });
    const entered = await fetch(`${edge.origin}/sandbox/feed/key`, { method: 'POST', body, redirect: 'manual' });
    expect(entered.headers.get('location')).to.equal('/sandbox');
  });

  it('lists the mails of the workspace, with the way to older ones', async () => {
    const { get } = await aVisitor(mail('m1'), mail('a/b?c'));
    await aVisitor(mail('of another workspace'));
    const { text } = await get('');
    expect(text).to.include('About m1').and.not.include('of another workspace');
    const [, address = ''] = /href="\/sandbox\/mails(\/a[^"]*)"/.exec(text) ?? [];
    expect((await get(address)).text).to.include('Text of a/b?c');
    const [, next = ''] = /href="\/sandbox\/mails(\?[^"]*)">Older/.exec(text) ?? [];
    expect((await get(next)).text).to.not.include('Older mails');
    expect(asked.at(-1)).to.deep.equal(older);
    await get('?before=nonsense');
    expect(asked.at(-1), 'a place that is none').to.equal(undefined);
  });

  it('shows a mail as text and as HTML, in a frame that may run and load nothing', async () => {
    const { get } = await aVisitor(mail('m1'), mail('old', { html: undefined }));
    const { reply, text } = await get('/m1');
    expect(reply.headers.get('content-security-policy')).to.include("frame-src 'self'").and.not.include('unsafe');
    expect(text).to.include('<pre dir="auto">Text of m1</pre>').and.include('src="/sandbox/mails/m1/html"');
    expect(/sandbox="([^"]*)"/.exec(text)?.[1]).to.equal('allow-popups allow-popups-to-escape-sandbox');
    const framed = await get('/m1/html');
    expect(framed.text).to.include('<base target="_blank">').and.include('href="https://x.example"');
    expect(framed.reply.headers.get('x-frame-options')).to.equal('SAMEORIGIN');
    expect(framed.reply.headers.get('content-security-policy')?.split('; ')).to.deep.equal([
      "default-src 'none'",
      "style-src 'unsafe-inline'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'self'",
      'sandbox allow-popups allow-popups-to-escape-sandbox',
    ]);
    expect((await get('/old')).text).to.not.include('<iframe');
    expect((await get('/old/html')).reply.status).to.equal(404);
  });

  it('escapes what people wrote', async () => {
    const { get } = await aVisitor(mail('m1', { subject: evil, to: evil, text: evil }));
    for (const path of ['', '/m1'])
      expect((await get(path)).text)
        .to.include('&#60;script&#62;')
        .and.not.match(/<script|<img/);
  });

  it('has no mail of another workspace, of an unknown id and of a broken path', async () => {
    await aVisitor(mail('m1'));
    const { get } = await aVisitor();
    for (const path of ['/m1', '/m1/html', '/%E0%A4%A', '/a%00b', '/m1/other', 'x'])
      expect((await get(path)).reply.status, path).to.equal(404);
    const posted = await fetch(`${edge.origin}/sandbox/mails`, { method: 'POST' });
    expect(posted.status).to.equal(404);
  });
});
