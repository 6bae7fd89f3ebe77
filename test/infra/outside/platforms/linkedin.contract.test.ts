import { shownText } from '@social-publishing/platform-sandbox';
import { expect } from 'chai';
import { sandboxHosts } from '../../../../infra/outside/platforms/hosts.ts';
import { platformHttp } from '../../../../infra/outside/platforms/http.ts';
import { linkedinConnector } from '../../../../infra/outside/platforms/linkedin/connector.ts';
import { littleText } from '../../../../infra/outside/platforms/linkedin/little-text.ts';
import { connected } from './cases/connecting.ts';
import { only, published } from './cases/publishing.ts';
import { contract, type Subject } from './contract.ts';
import { Lab, rendered } from './lab.ts';
import { MemoryRun, platformErrorOf } from './memory-run.ts';
import { samples } from './sample-media.ts';

const subject: Subject = {
  platform: 'LINKEDIN',
  absent: {
    'publish a reel or short': 'LinkedIn has no short form of its own',
    'publish a story': 'LinkedIn has no stories',
    'publish images and a video in one post': 'LinkedIn mixes no images and videos',
    'publish a thread': 'LinkedIn has no threads',
    'find in the middle of a thread': 'LinkedIn has no threads',
    'unpublish a thread, replies first': 'LinkedIn has no threads',
    'container failed': 'LinkedIn has no containers',
    'a code needs its verifier': 'web applications prove themselves by the client secret, without PKCE',
    'a replayed refresh token': 'the refresh token stays the same for a year',
    'sign in with a secret': 'LinkedIn connects by OAuth only',
    hide: 'LinkedIn has no call that hides a comment',
    mentions: 'LinkedIn has no call that lists mentions',
    reviews: 'LinkedIn has no reviews',
    'a direct message': 'LinkedIn opens messages to chosen partners only',
    'recent posts': 'the calendar imports from Mastodon and TikTok only',
  },
  tooLong: 'word '.repeat(601),
  metrics: {
    given: { impressions: 1000, reach: 800, likes: 7, comments: 2, shares: 3 },
    expected: { impressions: 1000, reach: 800, likes: 7, comments: 2, shares: 3 },
  },
  own: {
    'publish with metadata': async (bench) => {
      const metadata = {
        visibility: 'CONNECTIONS',
        disableReshare: true,
        link: 'https://example.com/story',
        linkTitle: 'The story',
        linkDescription: 'How it went',
        title: 'not ours',
      };
      const { root } = await published(bench, { ...rendered('LINKEDIN', 'Read this'), metadata });
      expect(root.request).to.deep.include({
        commentary: 'Read this',
        visibility: 'CONNECTIONS',
        isReshareDisabledByAuthor: true,
        content: {
          article: { source: 'https://example.com/story', title: 'The story', description: 'How it went' },
        },
      });
    },
  },
};
contract(subject);

describe('LinkedIn beyond the contract', () => {
  let lab: Lab;
  beforeEach(async () => {
    lab = new Lab();
    await lab.start();
  });
  afterEach(() => lab.stop());

  it('escapes everything but hashtags and mentions', () => {
    const text =
      'a_b (c) *d* #tag C# <e> {f} [g] h|i j~k l\\m n@o @[Acme](urn:li:organization:1) https://e.com/a_b?c=(d)';
    const sent = littleText(text);
    expect(sent).to.contain('#tag').and.to.contain('C\\#').and.to.contain('@[Acme](urn:li:organization:1)');
    expect(shownText(sent)).to.equal(text.replace('@[Acme](urn:li:organization:1)', 'Acme'));
    expect(shownText('cut (here)')).to.equal('cut ');
  });

  it('settles a lost answer by the duplicate where members’ posts may not be read', async () => {
    const { grant, account } = await connected({ lab, subject });
    expect(grant.scopes).not.to.include('r_member_social');
    const { publisher } = lab.adapter('LINKEDIN');
    const held = only(await lab.store.account('LINKEDIN', account.nativeId));
    await lab.store.putAccount({ ...held, workspaceId: 'w1' });
    await lab.store.addFault({
      id: 'f1',
      workspaceId: 'w1',
      platform: 'LINKEDIN',
      operation: 'publish',
      fault: 'reset_after',
      times: 1,
    });
    const memory = new MemoryRun(account, grant.credentials, lab.clock);
    const post = rendered('LINKEDIN', 'Once and only once');
    expect((await platformErrorOf(publisher.publish(post, memory.run))).kind).to.equal('unknown');
    expect(await memory.settle(publisher, post)).to.equal('not_published');
    const [object] = await publisher.publish(post, memory.run);
    const objects = await lab.store.objects({ platform: 'LINKEDIN', accountNativeId: account.nativeId, limit: 10 });
    expect(objects.map(({ nativeId }) => nativeId)).to.deep.equal([object?.nativeId]);
  });

  it('posts as the chosen organization, with its own statistics', async () => {
    const person = await lab.person('LINKEDIN');
    const { connector, publisher, community } = lab.adapter('LINKEDIN');
    const [page] = await connector.destinations(person.account, person.grant.credentials);
    const account = { ...person.account, page: only(page) };
    const run = { ...person.newRun().run, account };
    const [post] = await publisher.publish(rendered('LINKEDIN', 'From all of us', [samples.video()]), run);
    expect(only((await person.objects())[0]).data['author']).to.equal(`urn:li:organization:${account.page.id}`);
    expect(post?.nativeId).to.match(/^urn:li:ugcPost:\d+$/);
    await lab.store.putMetrics('LINKEDIN', only(post).nativeId, { impressions: 10, clicks: 4 });
    const metrics = await only(community.postMetrics).call(community, only(post), run);
    expect(metrics).to.include({ impressions: 10, clicks: 4 });
  });

  it('finds a first comment whose answer was lost', async () => {
    const person = await lab.person('LINKEDIN');
    const { publisher } = lab.adapter('LINKEDIN');
    const memory = person.newRun();
    const post = rendered('LINKEDIN', 'With a comment');
    const [target] = await publisher.publish(post, memory.run);
    await person.fault('comment', 'reset_after');
    const error = await platformErrorOf(publisher.comment(only(target), 'First!', memory.run));
    expect(error.kind).to.equal('unknown');
    expect(await memory.settle(publisher, post, 'First!')).to.equal('published');
    const comment = await publisher.comment(only(target), 'First!', memory.run);
    const removals = await publisher.unpublish([only(target), comment], { ...memory.run, publishedAt: '' });
    expect(removals.map(({ nativeId, removed }) => [nativeId, removed])).to.deep.equal([
      [comment.nativeId, true],
      [target?.nativeId, true],
    ]);
    expect(await person.objects()).to.deep.equal([]);
  });

  const consentOf = (url: string) => {
    const query = new URL(url).searchParams;
    return { client: query.get('client_id'), scopes: (query.get('scope') ?? '').split(' ') };
  };
  const redirectUri = 'https://service.example.com/callback';
  const asked = { state: 's1', redirectUri, codeVerifier: 'v1' };

  /** Connects by one of the two logins. */
  const loggedIn = async (accountType: 'member' | 'organization') => {
    const { connector } = lab.adapter('LINKEDIN');
    const { url, remember } = await connector.authorizationUrl({ ...asked, accountType });
    const reply = await fetch(url, { redirect: 'manual' });
    const back = new URL(reply.headers.get('location') ?? '').searchParams;
    expect(back.get('error')).to.equal(null);
    const returned = { ...asked, ...(remember && { remembered: remember }) };
    const grant = await connector.exchange(back.get('code') ?? '', returned);
    const details = await connector.details(grant.credentials);
    return { connector, grant, details, account: { id: 'a1', ...details }, consent: consentOf(url) };
  };

  it('logs a member in by an application without organizations', async () => {
    const { connector, grant, account, consent } = await loggedIn('member');
    expect(consent.client).to.equal('sandbox-linkedin');
    expect(consent.scopes).to.deep.equal(['openid', 'profile', 'email', 'w_member_social']);
    expect(account).to.include({ accountType: 'member' });
    expect(await connector.destinations(account, grant.credentials)).to.deep.equal([]);
    const renewed = await connector.refresh(account, grant.credentials);
    expect(renewed.credentials.extra).to.deep.equal({ accountType: 'member' });
    const { publisher } = lab.adapter('LINKEDIN');
    const { run } = new MemoryRun(account, renewed.credentials, lab.clock);
    expect(await publisher.publish(rendered('LINKEDIN', 'As myself'), run)).to.have.length(1);
  });

  it('says before a call that a member’s login has no right to comments', async () => {
    const { grant, account } = await loggedIn('member');
    const { publisher, community } = lab.adapter('LINKEDIN');
    const { run } = new MemoryRun({ ...account, scopes: grant.scopes ?? [] }, grant.credentials, lab.clock);
    const [post] = await publisher.publish(rendered('LINKEDIN', 'As myself'), run);
    const refusals = [
      await platformErrorOf(publisher.comment(only(post), 'First!', run)),
      await platformErrorOf(only(community.reply).call(community, only(post), '1', 'Thanks', run)),
    ];
    for (const error of refusals) {
      expect(error).to.include({ kind: 'refused', platformCode: 'SCOPE_NOT_GRANTED' });
      expect(error.message).to.contain('w_member_social_feed').and.to.contain('organization login');
    }
  });

  it('lets LinkedIn decide about an account whose scopes are not known', async () => {
    const { grant, account } = await loggedIn('member');
    const { publisher } = lab.adapter('LINKEDIN');
    const { run } = new MemoryRun(account, grant.credentials, lab.clock);
    const [post] = await publisher.publish(rendered('LINKEDIN', 'As myself'), run);
    const refusal = await platformErrorOf(publisher.comment(only(post), 'First!', run));
    expect(refusal).to.include({ kind: 'refused', platformCode: 'ACCESS_DENIED' });
  });

  it('comments as the person where the organization login was used', async () => {
    const { grant, account } = await loggedIn('organization');
    const { publisher } = lab.adapter('LINKEDIN');
    const { run } = new MemoryRun({ ...account, scopes: grant.scopes ?? [] }, grant.credentials, lab.clock);
    const [post] = await publisher.publish(rendered('LINKEDIN', 'As myself'), run);
    expect((await publisher.comment(only(post), 'First!', run)).kind).to.equal('comment');
  });

  it('logs an organization in by an application without OpenID', async () => {
    const { connector, grant, account, consent } = await loggedIn('organization');
    expect(consent.client).to.equal('sandbox-linkedin-organization');
    expect(consent.scopes).to.include.members(['r_basicprofile', 'w_organization_social_feed']);
    expect(consent.scopes).not.to.include('openid');
    expect(account).to.include({ accountType: 'organization' });
    const [page] = await connector.destinations(account, grant.credentials);
    const renewed = await connector.refresh(account, grant.credentials);
    expect(renewed.credentials.extra).to.deep.equal({ accountType: 'organization' });
    const { publisher, community } = lab.adapter('LINKEDIN');
    const paged = { ...account, page: only(page) };
    const { run } = new MemoryRun(paged, renewed.credentials, lab.clock);
    const [post] = await publisher.publish(rendered('LINKEDIN', 'As all of us'), run);
    expect((await publisher.comment(only(post), 'First!', run)).kind).to.equal('comment');
    expect((await only(community.comments).call(community, only(post), {}, run)).items).to.deep.equal([]);
  });

  it('refuses a whole consent for one scope that no product of the application grants', async () => {
    const { connector } = lab.adapter('LINKEDIN');
    for (const [accountType, foreign] of [
      ['member', 'w_organization_social'],
      ['organization', 'openid'],
    ] as const) {
      const url = new URL((await connector.authorizationUrl({ ...asked, accountType })).url);
      url.searchParams.set('scope', `${url.searchParams.get('scope')} ${foreign}`);
      const reply = await fetch(url, { redirect: 'manual' });
      const back = new URL(reply.headers.get('location') ?? '').searchParams;
      expect(Object.fromEntries(back)).to.deep.equal({
        error: 'unauthorized_scope_error',
        error_description: `Scope &quot;${foreign}&quot; is not authorized for your application`,
        state: 's1',
      });
    }
  });

  it('refuses each login the identity call of the other', async () => {
    const { connector } = lab.adapter('LINKEDIN');
    const other = { member: 'organization', organization: 'member' } as const;
    for (const login of ['member', 'organization'] as const) {
      const { grant } = await loggedIn(login);
      const credentials = { ...grant.credentials, extra: { accountType: other[login] } };
      expect(await platformErrorOf(connector.details(credentials))).to.include({ kind: 'refused' });
    }
  });

  it('renews a token by the application that it came from only', async () => {
    const { connector, grant, account } = await loggedIn('organization');
    const credentials = { ...grant.credentials, extra: { accountType: 'member' } };
    expect(await platformErrorOf(connector.refresh(account, credentials))).to.include({ kind: 'unauthorized' });
  });

  it('asks for the scopes that the operator set', async () => {
    const { url } = await linkedinConnector({
      http: platformHttp(),
      hosts: sandboxHosts(lab.origin),
      apps: { LINKEDIN: { clientId: 'id', clientSecret: 'secret', scopes: 'openid w_member_social' } },
    }).authorizationUrl(asked);
    expect(consentOf(url)).to.deep.equal({ client: 'id', scopes: ['openid', 'w_member_social'] });
  });

  it('refuses a version of the API that has ended', async () => {
    const person = await lab.person('LINKEDIN');
    const reply = await fetch(`${sandboxHosts(lab.origin).urls.LINKEDIN.api}/posts`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${person.grant.credentials.accessToken}`,
        'linkedin-version': '202406',
        'x-restli-protocol-version': '2.0.0',
      },
    });
    expect([reply.status, await reply.json()]).to.have.nested.property('[1].code', 'NONEXISTENT_VERSION');
    expect(reply.status).to.equal(426);
  });
});
