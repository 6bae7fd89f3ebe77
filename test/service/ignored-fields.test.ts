import { expect } from 'chai';
import { useRunningService, type TestWorkspace } from '../support/running-service.ts';

type Warned = { warnings?: { code: string; field: string; message: string }[] };

describe('what a request says and the service does not know', function () {
  this.timeout(120_000);
  const service = useRunningService();
  let of: TestWorkspace;
  before(async () => (of = await service().workspace('agency', true)));
  const told = ({ body }: { body: unknown }) => (body as Warned).warnings?.map(({ code, field }) => [code, field]);
  const onMastodon = () => ({ content: 'For friends', accountIds: [of.accounts['MASTODON']] });

  it('is refused by name in the options of a platform: a post for friends never becomes public', async () => {
    const sent = { ...onMastodon(), platformMetadata: { MASTODON: { visibilty: 'private' } } };
    const { status, body } = await of.send('POST /posts', sent);
    expect([status, body.error?.code]).to.deep.equal([400, 'VALIDATION_ERROR']);
    expect(body.error?.message).to.contain('did you mean visibility?');
    const cased = { ...onMastodon(), platformMetadata: { mastodon: { Visibility: 'private' } } };
    const made = await of.send('POST /posts', cased);
    expect(made.body['platformMetadata']).to.deep.equal({ MASTODON: { visibility: 'private' } });
    const other = { ...onMastodon(), platformOverrides: { MASTODON: { content: 'b', mediaIds: [] } } };
    expect((await of.send('POST /posts', other)).body.error?.details?.['field']).to.equal(
      'platformOverrides.MASTODON.mediaIds',
    );
  });

  it('is named in the warnings of a write, again when it is repeated, and in a header', async () => {
    const key = { 'idempotency-key': 'with-a-typo' };
    for (const replayed of [null, 'true']) {
      const made = await of.send('POST /posts', { ...onMastodon(), scheduleFor: '2027-01-01T00:00:00Z' }, key);
      expect([made.status, made.headers.get('idempotent-replayed')]).to.deep.equal([201, replayed]);
      expect(made.headers.get('x-ignored-fields')).to.equal('scheduleFor');
      expect((made.body as Warned).warnings).to.deep.equal([
        {
          code: 'IGNORED_FIELD',
          message: 'scheduleFor is no field of this request; did you mean scheduledFor?',
          field: 'scheduleFor',
        },
      ]);
    }
    const plain = await of.send('POST /posts', onMastodon());
    expect([plain.headers.get('x-ignored-fields'), told(plain)]).to.deep.equal([null, undefined]);
  });

  it('is named in the warnings of a check', async () => {
    const { status, body } = await of.send('POST /posts/validate', {
      content: 'For friends',
      platforms: ['MASTODON'],
      color: 1,
    });
    expect(status).to.equal(200);
    expect((body as Warned).warnings?.map(({ code }) => code)).to.deep.equal(['IGNORED_FIELD']);
  });

  it('is found inside a bulk and a batch, by its place', async () => {
    const posts = [onMastodon(), { ...onMastodon(), threadItems: [{ sequence: 1, text: 'a' }] }];
    const bulk = await of.send('POST /posts/bulk', { posts, options: { dryrun: true } });
    expect(told(bulk)).to.deep.equal([
      ['IGNORED_FIELD', 'options.dryrun'],
      ['IGNORED_FIELD', 'posts.1.threadItems.0.text'],
    ]);
    const operations = [{ operation: 'create', body: { ...onMastodon(), scheduleFor: 'x' }, colour: 1 }];
    const batch = await of.send('POST /batch', { operations });
    expect(told(batch)).to.deep.equal([
      ['IGNORED_FIELD', 'operations.0.colour'],
      ['IGNORED_FIELD', 'operations.0.body.scheduleFor'],
    ]);
  });

  it('is named for query parameters too', async () => {
    const listed = await of.send('GET /posts?statuss=draft&limit=1');
    expect([listed.status, listed.headers.get('x-ignored-fields')]).to.deep.equal([200, 'statuss']);
    const odd = await of.send(`GET /posts?${encodeURIComponent('ä,b\r\nset-cookie: a')}=1`);
    expect(odd.headers.get('x-ignored-fields')).to.equal(encodeURIComponent('ä,b\r\nset-cookie: a'));
  });

  it('is refused where the client prefers that', async () => {
    const strict = { prefer: 'return=minimal, handling=strict' };
    const before = (await of.send('GET /posts')).body['total'];
    const made = await of.send('POST /posts', { ...onMastodon(), scheduleFor: 'x' }, strict);
    expect([made.status, made.body.error?.code, made.body.error?.details?.['field']]).to.deep.equal([
      400,
      'VALIDATION_ERROR',
      'scheduleFor',
    ]);
    expect((await of.send('GET /posts?statuss=draft', undefined, strict)).status).to.equal(400);
    expect((await of.send('GET /posts')).body['total']).to.equal(before);
    const kept = await of.send('GET /posts?status=draft', undefined, strict);
    expect([kept.status, kept.headers.get('preference-applied')]).to.deep.equal([200, 'handling=strict']);
  });
});
