import { expect } from 'chai';
import { Lab, type Person } from '../../outside/platforms/lab.ts';

type Reported = Readonly<{ status: number; code: number | undefined; message: string }>;

/** What Meta's simulated platforms refuse, asked by hand: an adapter that sent this would fail. */
describe("Meta's simulated platforms are strict", () => {
  const lab = new Lab();
  before(() => lab.start());
  after(() => lab.stop());

  const ask = async (
    person: Person,
    method: string,
    path: string,
    body?: Record<string, string> | string,
    token = person.grant.credentials.accessToken,
  ): Promise<Reported> => {
    const reply = await fetch(`${lab.origin}/sandbox/${person.platform.toLowerCase()}/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(typeof body === 'string' && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : new URLSearchParams(body) }),
    });
    const json = (await reply.json()) as { error?: { code: number; message: string } };
    return { status: reply.status, code: json.error?.code, message: json.error?.message ?? '' };
  };

  it('Threads: parameters, enums, mixtures, fields and metrics it does not know', async () => {
    const person = await lab.person('THREADS');
    const create = (body: Record<string, string>) => ask(person, 'POST', 'graph.threads.net/v1.0/me/threads', body);
    const picture = 'https://example.com/a.jpg';
    const bad: readonly Record<string, string>[] = [
      { text: 'no type' },
      { media_type: 'PICTURE', text: 'a' },
      { media_type: 'TEXT' },
      { media_type: 'TEXT', text: 'a', colour: 'red' },
      { media_type: 'TEXT', text: 'a', image_url: picture },
      { media_type: 'TEXT', text: 'a', reply_control: 'nobody' },
      { media_type: 'TEXT', text: 'a', reply_to_id: '999' },
      { media_type: 'IMAGE', text: 'a', image_url: 'not an address' },
      { media_type: 'IMAGE', text: 'a', image_url: 'https://example.com/a.gif' },
      { media_type: 'IMAGE', image_url: picture, link_attachment: 'https://example.com' },
      { media_type: 'CAROUSEL', children: '1' },
    ];
    for (const body of bad) {
      const { status, code } = await create(body);
      expect([status, code], JSON.stringify(body)).to.deep.equal([400, 100]);
    }
    const missing = await ask(person, 'GET', 'graph.threads.net/v1.0/me?fields=id,colour');
    expect(missing.message).to.contain('nonexisting field (colour)');
    const unready = await ask(person, 'POST', 'graph.threads.net/v1.0/me/threads_publish', { creation_id: '12' });
    expect([unready.status, unready.code]).to.deep.equal([400, 100]);
  });

  it('Instagram: what a container cannot be, publishing too early, and the token of the other login', async () => {
    const person = await lab.person('INSTAGRAM');
    const { nativeId } = person.account;
    const at = `graph.instagram.com/v24.0/${nativeId}`;
    const picture = 'https://example.com/a.jpg';
    const film = 'https://example.com/a.mp4';
    const bad: readonly Record<string, string>[] = [
      {},
      { image_url: picture, video_url: film },
      { image_url: 'https://example.com/a.png' },
      { video_url: film, media_type: 'VIDEO' },
      { media_type: 'REELS', upload_type: 'resumable' },
      { media_type: 'CAROUSEL', children: '1' },
      { image_url: picture, caption: '#tag '.repeat(31) },
      { image_url: picture, colour: 'red' },
    ];
    for (const body of bad)
      expect((await ask(person, 'POST', `${at}/media`, body)).status, JSON.stringify(body)).to.equal(400);
    const made = await fetch(`${lab.origin}/sandbox/instagram/${at}/media`, {
      method: 'POST',
      headers: { authorization: `Bearer ${person.grant.credentials.accessToken}` },
      body: new URLSearchParams({ image_url: picture }),
    });
    const { id } = (await made.json()) as { id: string };
    expect((await ask(person, 'POST', `${at}/media_publish`, { creation_id: id })).code).to.equal(9007);
    lab.clock.advance(2000);
    expect((await ask(person, 'POST', `${at}/media_publish`, { creation_id: id })).status).to.equal(200);
    expect((await ask(person, 'POST', `${at}/media_publish`, { creation_id: id })).code).to.equal(24);
    expect((await ask(person, 'GET', `graph.facebook.com/v24.0/${nativeId}`)).code).to.equal(190);
    expect((await ask(person, 'DELETE', `graph.instagram.com/v24.0/${nativeId}`)).code).to.equal(100);
  });

  it('Facebook: empty posts, unknown photos, dead metrics and tokens that mean nothing', async () => {
    const person = await lab.person('FACEBOOK');
    const page = person.account.page?.id ?? '';
    const reply = await fetch(`${lab.origin}/sandbox/facebook/graph.facebook.com/v24.0/${page}?fields=access_token`, {
      headers: { authorization: `Bearer ${person.grant.credentials.accessToken}` },
    });
    const { access_token: token } = (await reply.json()) as { access_token: string };
    const at = 'graph.facebook.com/v24.0';
    const feed = (body: Record<string, string>) => ask(person, 'POST', `${at}/${page}/feed`, body, token);
    expect((await feed({})).code).to.equal(100);
    expect((await feed({ message: 'a', colour: 'red' })).message).to.contain('colour');
    expect((await feed({ message: 'a', attached_media: '[{"media_fbid":"12"}]' })).code).to.equal(100);
    expect((await feed({ message: 'a', link: 'nowhere' })).code).to.equal(100);
    expect((await feed({ message: 'twice' })).status).to.equal(200);
    expect((await feed({ message: 'twice' })).code).to.equal(506);
    const [post] = await person.objects();
    const insights = `${at}/${post?.nativeId}/insights?metric=post_impressions&period=lifetime`;
    expect((await ask(person, 'GET', insights, undefined, token)).message).to.contain('metric[0] must be one of');
    expect((await ask(person, 'GET', `${at}/me`, undefined, 'EAAGnothing')).code).to.equal(190);
    expect((await ask(person, 'GET', `${at}/12345`, undefined, token)).code).to.equal(100);
  });

  it('WhatsApp: products, recipients, keys and media it does not know', async () => {
    const person = await lab.person('WHATSAPP');
    const at = `graph.facebook.com/v23.0/${person.account.nativeId}/messages`;
    const text = { messaging_product: 'whatsapp', to: '+15551234567', type: 'text', text: { body: 'Hi' } };
    const bad: readonly object[] = [
      { ...text, messaging_product: 'telegram' },
      { ...text, to: 'somebody' },
      { ...text, type: 'song' },
      { ...text, colour: 'red' },
      { ...text, text: { body: '' } },
      { ...text, text: { body: 'a'.repeat(4097) } },
      { ...text, type: 'image', text: undefined, image: { id: '12' } },
      { ...text, type: 'image', text: undefined, image: {} },
    ];
    for (const body of bad) {
      const { status, code } = await ask(person, 'POST', at, JSON.stringify(body));
      expect([status, code], JSON.stringify(body).slice(0, 120)).to.deep.equal([400, 100]);
    }
    expect((await ask(person, 'POST', at, JSON.stringify(text))).status).to.equal(200);
    expect((await ask(person, 'POST', 'graph.facebook.com/v23.0/12/messages', JSON.stringify(text))).code).to.equal(
      100,
    );
  });
});
