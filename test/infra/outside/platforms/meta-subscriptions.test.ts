import { sandboxPlatforms } from '@social-publishing/platform-sandbox';
import { expect } from 'chai';
import type { AddressOf, EventSubscription } from '../../../../domain/platforms/event-subscriber.ts';
import type { Platform } from '../../../../domain/platforms/platform.ts';
import type { PlatformAccount } from '../../../../domain/platforms/publisher.ts';
import { platformAdapters } from '../../../../infra/outside/platforms/all.ts';
import type { PlatformApps } from '../../../../infra/outside/platforms/adapter.ts';
import { realHosts } from '../../../../infra/outside/platforms/hosts.ts';
import { platformHttp } from '../../../../infra/outside/platforms/http.ts';
import { facebookConnector } from '../../../../infra/outside/platforms/facebook/connector.ts';
import { instagramConnector } from '../../../../infra/outside/platforms/instagram/connector.ts';
import { only } from './cases/publishing.ts';
import { Lab, type Person } from './lab.ts';

const address: AddressOf = () => ({ url: 'https://api.example.com/v1/platform-webhooks/facebook', secret: 'x' });

/** The accounts of Meta's platforms that have a subscription of their own, by login. */
const logins = [
  { name: 'a Page of Facebook', platform: 'FACEBOOK', wants: {} },
  { name: 'Instagram by the direct login', platform: 'INSTAGRAM', wants: { oauthVersion: 'instagram_login' } },
  { name: 'Instagram by Facebook Login', platform: 'INSTAGRAM', wants: { oauthVersion: 'fb_login' } },
] as const;

describe('subscriptions of Meta', () => {
  let lab: Lab;
  beforeEach(async () => {
    lab = new Lab();
    await lab.start();
  });
  afterEach(() => lab.stop());

  const subscriberOf = (platform: Platform) => only(lab.adapter(platform).subscriber);
  /** How the platform reports a comment or a mention of the account, as far as it does. */
  const reported = async (person: Person, kind: 'comment' | 'mention') => {
    const on = person.platform === 'FACEBOOK' ? `${person.account.page?.id}_1` : '17900000000000001';
    const id = await person.receives({ kind, text: 'Nice', ...(kind === 'comment' && { on }) });
    const object = only(await lab.store.object(person.platform, id));
    const account = only(await lab.store.account(person.platform, person.account.nativeId));
    const { report } = only(sandboxPlatforms.find((each) => each.platform === person.platform));
    return only(report)({ ...lab.world, webhooks: 'https://api.example.com/' }, object, account);
  };

  for (const { name, platform, wants } of logins) {
    it(`of ${name} bring comments and mentions, are found again, and end`, async () => {
      const person = await lab.person(platform, wants);
      const { run } = person.newRun();
      const subscriber = subscriberOf(platform);
      expect(await reported(person, 'comment'), 'without a subscription').to.equal('unsubscribed');
      expect(subscriber.obstacle?.(person.account)).to.equal(undefined);

      const made = await subscriber.subscribe(address, run);
      expect(await subscriber.subscribe(address, run), 'made again').to.deep.equal(made);
      const page = person.account.page?.id;
      const source = platform === 'FACEBOOK' ? page : person.account.nativeId;
      expect(made).to.deep.equal({ source, ...(page !== undefined && { id: page }) });
      expect(await subscriber.isSubscribed(made, address, run)).to.equal(true);
      for (const kind of ['comment', 'mention'] as const) {
        const report = await reported(person, kind);
        if (typeof report === 'string') throw new Error(`a ${kind} is ${report}`);
        const body = JSON.parse(report.body) as { entry: [{ id: string }] };
        expect(body.entry[0].id, 'whom the report is about').to.equal(source);
      }

      await subscriber.unsubscribe(made, address, run);
      expect(await subscriber.isSubscribed(made, address, run)).to.equal(false);
      expect(await reported(person, 'comment')).to.equal('unsubscribed');
    });

    it(`of ${name} name the permission that the person did not grant`, async () => {
      const { account } = await lab.person(platform, wants);
      for (const lacking of ['pages_messaging', 'instagram_business_manage_messages']) {
        const scopes = only(account.scopes);
        if (!scopes.includes(lacking)) continue;
        const less: PlatformAccount = { ...account, scopes: scopes.filter((scope) => scope !== lacking) };
        expect(subscriberOf(platform).obstacle?.(less)).to.deep.equal({
          reason: 'missing_scope',
          message: `the token lacks ${lacking}`,
        });
      }
    });
  }

  it('follow the Page that is chosen', async () => {
    const person = await lab.person('FACEBOOK');
    const { run } = person.newRun();
    const subscriber = subscriberOf('FACEBOOK');
    const first = await subscriber.subscribe(address, run);
    const other = only(person.destinations?.find(({ id }) => id !== first.source));
    const moved = { ...run, account: { ...run.account, page: { id: other.id } } };
    expect(await subscriber.isSubscribed(first, address, moved)).to.equal(false);
    expect(await subscriber.subscribe(address, moved)).to.deep.equal({ source: other.id, id: other.id });
    await subscriber.unsubscribe(first, address, moved);
    const known: EventSubscription = { source: other.id, id: other.id };
    expect(await subscriber.isSubscribed(known, address, moved)).to.equal(true);
  });

  it('need a Page, and the registration whose secret signs', () => {
    const bare = (platform: Platform, apps: PlatformApps) =>
      only(platformAdapters({ http: platformHttp(), hosts: realHosts(), apps }).get(platform)?.subscriber);
    const app = { clientId: '1', clientSecret: 's' };
    const account: PlatformAccount = { id: 'a1', nativeId: '1', username: 'u' };
    expect(bare('FACEBOOK', { FACEBOOK: app }).obstacle?.(account)?.reason).to.equal('no_destination');
    expect(bare('FACEBOOK', {}).obstacle?.(account)?.reason).to.equal('not_configured');
    expect(bare('INSTAGRAM', { FACEBOOK: app }).obstacle?.(account)?.reason).to.equal('not_configured');
    const byFacebook: PlatformAccount = { ...account, oauthVersion: 'fb_login' };
    expect(bare('INSTAGRAM', { FACEBOOK: app }).obstacle?.(byFacebook)).to.equal(undefined);
  });

  it('are shared by Facebook and Instagram where both belong to one application', () => {
    const sharedWith = (platform: Platform, apps: PlatformApps) =>
      platformAdapters({ http: platformHttp(), hosts: realHosts(), apps }).get(platform)?.subscriber?.sharesWith;
    const app = { clientId: '1', clientSecret: 's' };
    expect(sharedWith('FACEBOOK', { FACEBOOK: app })).to.deep.equal(['INSTAGRAM']);
    expect(sharedWith('INSTAGRAM', { FACEBOOK: app })).to.deep.equal(['FACEBOOK']);
    const two = { FACEBOOK: app, INSTAGRAM_FACEBOOK: { ...app, clientId: '2' } };
    expect(sharedWith('FACEBOOK', two)).to.deep.equal([]);
    expect(sharedWith('INSTAGRAM', two)).to.deep.equal([]);
  });

  it('need a permission that both logins by Facebook ask for', async () => {
    const app = { clientId: '1', clientSecret: 's' };
    const tools = { http: platformHttp(), hosts: realHosts(), apps: { FACEBOOK: app, INSTAGRAM: app } };
    const redirectUri = 'https://app.example.com/back';
    const request = { state: 's', redirectUri, codeVerifier: 'v', oauthVersion: 'fb_login' } as const;
    for (const connector of [facebookConnector(tools), instagramConnector(tools)]) {
      const { url } = await connector.authorizationUrl(request);
      expect(new URL(url).searchParams.get('scope')?.split(',')).to.include('pages_manage_metadata');
    }
  });
});
