import { randomUUID } from 'node:crypto';
import { forWorkspace } from '@social-publishing/platform-sandbox';
import { expect } from 'chai';
import { renewalOf } from '../../../../../domain/accounts/token-lifetime.ts';
import type { Grant, ReturnedAuthorization } from '../../../../../domain/platforms/connector.ts';
import type { Bench, Case } from '../contract.ts';
import { rendered } from '../lab.ts';
import { MemoryRun, platformErrorOf } from '../memory-run.ts';
import { adapted } from './publishing.ts';

const redirectUri = 'https://service.example.com/callback';

type Consented = Readonly<{ code: string; returned: ReturnedAuthorization; state: string | null }>;

/** Goes to the consent page as a program does, and comes back with a code. */
export const consented = async ({ lab, subject }: Bench, workspaceId = `w${randomUUID()}`): Promise<Consented> => {
  const { connector } = lab.adapter(subject.platform);
  const { oauthVersion } = subject;
  const request = {
    state: randomUUID(),
    redirectUri,
    codeVerifier: randomUUID() + randomUUID(),
    ...(oauthVersion && { oauthVersion }),
  };
  const { url, remember } = await connector.authorizationUrl(request);
  const reply = await fetch(forWorkspace(url, workspaceId), { redirect: 'manual' });
  expect(reply.status, await reply.text()).to.equal(302);
  const back = new URL(reply.headers.get('location') ?? '');
  expect(back.origin + back.pathname).to.equal(redirectUri);
  expect(back.searchParams.get('state')).to.equal(request.state);
  return {
    code: back.searchParams.get('code') ?? '',
    state: back.searchParams.get('state'),
    returned: { ...request, ...(remember && { remembered: remember }) },
  };
};

export const connected = async (bench: Bench) => {
  const { connector } = bench.lab.adapter(bench.subject.platform);
  const { code, returned } = await consented(bench);
  const grant = await connector.exchange(code, returned);
  const details = await connector.details(grant.credentials);
  const account = { id: `account-${randomUUID().slice(0, 8)}`, ...details };
  return { connector, grant, details, account, code, returned };
};

export const canPublish = async (bench: Bench, connected: MemoryRun['account'], grant: Grant): Promise<void> => {
  const { lab, subject } = bench;
  const { connector } = lab.adapter(subject.platform);
  const [page] = subject.choosesDestination ? await connector.destinations(connected, grant.credentials) : [];
  const account = page ? { ...connected, page } : connected;
  const post = adapted(bench, rendered(subject.platform, `Connected ${randomUUID().slice(0, 6)}`));
  const { publisher } = lab.adapter(subject.platform);
  expect(
    await publisher.publish(post, new MemoryRun(account, grant.credentials, lab.clock).run),
  ).to.have.length.at.least(1);
};

export const connectingCases = {
  'authorize and exchange': async (bench) => {
    const { grant, details, account } = await connected(bench);
    expect(grant.credentials.accessToken).to.be.a('string').with.length.greaterThan(0);
    expect(details.nativeId).to.be.a('string').with.length.greaterThan(0);
    expect(details.username).to.be.a('string').with.length.greaterThan(0);
    await canPublish(bench, account, grant);
  },

  'the consent page for people': async (bench) => {
    const { lab, subject } = bench;
    const { connector } = lab.adapter(subject.platform);
    const { url } = await connector.authorizationUrl({
      state: 's1',
      redirectUri,
      codeVerifier: randomUUID() + randomUUID(),
      ...(subject.oauthVersion && { oauthVersion: subject.oauthVersion }),
    });
    const page = await fetch(url, { headers: { accept: 'text/html' }, redirect: 'manual' });
    expect(page.status).to.equal(200);
    const html = await page.text();
    expect(html).not.to.match(/(src|href)="https?:/);
    const links = [...html.matchAll(/href="([^"]+)"/g)].map(([, link = '']) => link.replace(/&#38;/g, '&'));
    const [allow, deny] = await Promise.all(
      links.map((link) => fetch(new URL(link, url), { headers: { accept: 'text/html' }, redirect: 'manual' })),
    );
    expect(new URL(allow?.headers.get('location') ?? '').searchParams.get('code')).to.be.a('string');
    expect(new URL(deny?.headers.get('location') ?? '').searchParams.get('error')).to.equal('access_denied');
  },

  'a code is good once': async (bench) => {
    const { connector, code, returned } = await connected(bench);
    const error = await platformErrorOf(connector.exchange(code, returned));
    expect(error.kind).to.be.oneOf(['unauthorized', 'refused']);
  },

  'a code needs its verifier': async (bench) => {
    const { connector } = bench.lab.adapter(bench.subject.platform);
    const { code, returned } = await consented(bench);
    const error = await platformErrorOf(connector.exchange(code, { ...returned, codeVerifier: 'b'.repeat(50) }));
    expect(error.kind).to.be.oneOf(['unauthorized', 'refused']);
  },

  refresh: async (bench) => {
    const { lab } = bench;
    const { connector, grant, account } = await connected(bench);
    expect(grant.canAutoRefresh).to.equal(true);
    lab.clock.advance(((grant.expiresInSeconds ?? 0) + 1) * 1000);
    const error = await platformErrorOf(connector.details(grant.credentials));
    expect(error.kind).to.equal('unauthorized');
    const renewed = await connector.refresh(account, grant.credentials);
    expect(renewed.credentials.accessToken).not.to.equal(grant.credentials.accessToken);
    await canPublish(bench, account, renewed);
  },

  'a replayed refresh token': async (bench) => {
    const { connector, grant, account } = await connected(bench);
    const renewed = await connector.refresh(account, grant.credentials);
    const error = await platformErrorOf(connector.refresh(account, grant.credentials));
    expect(error.kind).to.equal('unauthorized');
    const dead = await platformErrorOf(connector.details(renewed.credentials));
    expect(dead.kind, 'the whole grant has ended').to.equal('unauthorized');
  },

  'a refresh that fails by the way': async (bench) => {
    const { lab, subject } = bench;
    const person = await lab.person(subject.platform);
    const { connector } = lab.adapter(subject.platform);
    await person.fault('refresh', 'server_error');
    const error = await platformErrorOf(connector.refresh(person.account, person.grant.credentials));
    // A 5xx may have spent a single-use token: only the account's own flight knows what to do about it.
    const lost = renewalOf[subject.platform] === 'rotating' ? 'unknown' : 'not_stored';
    expect(error.kind, 'the account is not given up').to.equal(lost);
    await connector.refresh(person.account, person.grant.credentials);
  },

  'a refresh that is refused': async (bench) => {
    const { lab, subject } = bench;
    const person = await lab.person(subject.platform);
    await person.fault('refresh', 'token_revoked');
    const { connector } = lab.adapter(subject.platform);
    const error = await platformErrorOf(connector.refresh(person.account, person.grant.credentials));
    expect(error.kind).to.equal('unauthorized');
    expect(error.code).to.equal('ACCOUNT_DISCONNECTED');
  },

  revoke: async (bench) => {
    const { connector, grant, account } = await connected(bench);
    await connector.revoke(account, grant.credentials);
    const error = await platformErrorOf(connector.details(grant.credentials));
    expect(error.kind).to.equal('unauthorized');
  },

  'reconnecting finds the same account': async (bench) => {
    const { connector } = bench.lab.adapter(bench.subject.platform);
    const workspaceId = `w${randomUUID()}`;
    const connect = async () => {
      const { code, returned } = await consented(bench, workspaceId);
      const grant = await connector.exchange(code, returned);
      return { grant, details: await connector.details(grant.credentials) };
    };
    const first = await connect();
    await connector.revoke({ id: 'a', ...first.details }, first.grant.credentials);
    const second = await connect();
    expect(second.details.nativeId).to.equal(first.details.nativeId);
  },

  'sign in with a secret': async () => {
    throw new Error('a platform with such a way says in its own case how');
  },

  destinations: async ({ lab, subject }) => {
    const person = await lab.person(subject.platform);
    const { connector } = lab.adapter(subject.platform);
    const destinations = await connector.destinations(person.account, person.grant.credentials);
    expect(destinations).to.have.length.greaterThan(0);
    for (const { id, name } of destinations) expect([id, name].every((text) => text.length > 0)).to.equal(true);
  },
} satisfies Record<string, Case>;
