import { expect } from 'chai';
import type { Connector, Destination } from '../../../domain/platforms/connector.ts';
import type { Platform } from '../../../domain/platforms/platform.ts';
import { PlatformError } from '../../../domain/platforms/platform-error.ts';
import { useAccountsService } from '../../support/accounts-service.ts';

/** A platform whose Pages the test decides: the person's token is their name. */
class Pages implements Connector {
  readonly platform: Platform;
  readonly pages = new Map<string, readonly Destination[]>();
  isDown = false;

  constructor(platform: Platform) {
    this.platform = platform;
  }
  authorizationUrl = () => Promise.reject(new Error('not part of this test'));
  exchange = () => Promise.reject(new Error('not part of this test'));
  refresh = () => Promise.reject(new Error('not part of this test'));
  revoke = () => Promise.resolve();
  details: Connector['details'] = ({ accessToken, extra }) => {
    const oauthVersion = extra?.['oauthVersion'] as 'fb_login' | 'instagram_login' | undefined;
    return Promise.resolve({
      nativeId: accessToken,
      username: accessToken,
      displayName: accessToken,
      ...(oauthVersion && { oauthVersion }),
    });
  };
  destinations: Connector['destinations'] = (_account, { accessToken }) =>
    this.isDown
      ? Promise.reject(new PlatformError('not_stored', 'PUBLISH_ERROR', 'server error'))
      : Promise.resolve(this.pages.get(accessToken) ?? []);
}

const page = (id: string): Destination => ({ id, name: `Page ${id}`, kind: 'page' });

describe('choosing where an account publishes', () => {
  const [facebook, linkedin, instagram] = [new Pages('FACEBOOK'), new Pages('LINKEDIN'), new Pages('INSTAGRAM')];
  const { service } = useAccountsService([facebook, linkedin, instagram]);
  beforeEach(() => {
    for (const platform of [facebook, linkedin, instagram]) platform.isDown = false;
  });

  const workspace = () => {
    const { ask } = service().aWorkspace();
    return {
      ask,
      connect: async (platform: string, accessToken: string, more: object = {}): Promise<string> => {
        const body = { platform, accessToken, ...more };
        const answer = await ask('POST /v1/accounts/store-oauth-tokens', body);
        expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
        return answer.body.id as string;
      },
      select: async (id: string, pageId: unknown, more: object = {}) => {
        const { status, body } = await ask(`POST /v1/accounts/${id}/select-page`, { pageId, ...more });
        return status === 200 ? body : [status, body.error.code];
      },
    };
  };

  it('lists the pages, selects one, and shows it', async () => {
    facebook.pages.set('ada', [page('1'), page('2')]);
    const { ask, connect, select } = workspace();
    const id = await connect('FACEBOOK', 'ada');
    const before = (await ask(`GET /v1/accounts/${id}/pages`)).body;
    expect(before).to.deep.equal({ pages: [page('1'), page('2')], data: [page('1'), page('2')], selectedPageId: null });
    expect((await select(id, '2')).selectedPage).to.deep.equal({ id: '2', name: 'Page 2' });
    expect((await select(id, '1', { pageName: 'Ours' })).selectedPage).to.deep.equal({ id: '1', name: 'Ours' });
    expect((await ask(`GET /v1/accounts/${id}/pages`)).body.selectedPageId).to.equal('1');
    expect((await ask(`GET /v1/accounts/${id}`)).body.selectedPage.id).to.equal('1');
  });

  it('may come with the tokens', async () => {
    linkedin.pages.set('bea', [page('org')]);
    const { ask, connect } = workspace();
    const id = await connect('LINKEDIN', 'bea', { pageId: 'org' });
    expect((await ask(`GET /v1/accounts/${id}`)).body.selectedPage).to.include({ id: 'org' });
    const body = { platform: 'LINKEDIN', accessToken: 'bea', pageId: 'foreign' };
    expect((await ask('POST /v1/accounts/store-oauth-tokens', body)).body.error.code).to.equal('INVALID_PAGE_ID');
  });

  it('finds pages that are new, and refuses those that are not there', async () => {
    facebook.pages.set('cid', [page('1')]);
    const { connect, select } = workspace();
    const id = await connect('FACEBOOK', 'cid');
    expect(await select(id, '9')).to.deep.equal([400, 'INVALID_PAGE_ID']);
    facebook.pages.set('cid', [page('1'), page('9')]);
    expect((await select(id, '9')).selectedPage.id).to.equal('9');
    expect(await select(id, 9)).to.deep.equal([400, 'VALIDATION_ERROR']);
  });

  it('distinguishes a page of another account from a page that does not exist', async () => {
    facebook.pages.set('dan', [page('dans')]);
    facebook.pages.set('eve', [page('eves')]);
    const { connect, select } = workspace();
    const id = await connect('FACEBOOK', 'dan');
    await connect('FACEBOOK', 'eve');
    expect(await select(id, 'eves')).to.deep.equal([400, 'ACCOUNT_PAGE_MISMATCH']);
    expect(await select(id, 'nobodys')).to.deep.equal([400, 'INVALID_PAGE_ID']);
    const stranger = workspace();
    const other = await stranger.connect('FACEBOOK', 'fay');
    expect(await stranger.select(other, 'eves'), 'other workspaces are not looked into').to.deep.equal([
      400,
      'INVALID_PAGE_ID',
    ]);
  });

  it('asks for patience while the list is not loaded, and shows the last one while the platform is down', async () => {
    facebook.pages.set('gus', [page('1')]);
    const { ask, connect, select } = workspace();
    facebook.isDown = true;
    const id = await connect('FACEBOOK', 'gus');
    expect(await select(id, '1')).to.deep.equal([400, 'DESTINATIONS_NOT_LOADED']);
    expect((await ask(`GET /v1/accounts/${id}/pages`)).body.error.code).to.equal('DESTINATIONS_NOT_LOADED');
    facebook.isDown = false;
    expect((await select(id, '1')).selectedPage.id).to.equal('1');
    facebook.isDown = true;
    expect((await ask(`GET /v1/accounts/${id}/pages`)).body.pages).to.deep.equal([page('1')]);
  });

  it('clears the choice where the account can publish as itself', async () => {
    linkedin.pages.set('hal', [page('org')]);
    const { connect, select } = workspace();
    const id = await connect('LINKEDIN', 'hal', { pageId: 'org' });
    expect(await select(id, '')).not.to.have.property('selectedPage');
    facebook.pages.set('hal', [page('1')]);
    expect(await select(await connect('FACEBOOK', 'hal'), '')).to.deep.equal([400, 'INVALID_PAGE_ID']);
  });

  it('knows no pages with direct Instagram login', async () => {
    instagram.pages.set('ida', [page('1')]);
    const { ask, connect, select } = workspace();
    const direct = await connect('INSTAGRAM', 'ida', { oauthVersion: 'instagram_login' });
    expect(await select(direct, '1')).to.deep.equal([400, 'PAGE_SELECTION_NOT_SUPPORTED']);
    expect((await ask(`GET /v1/accounts/${direct}/pages`)).body.pages).to.deep.equal([]);
    instagram.pages.set('jan', [page('1')]);
    const byFacebook = await connect('INSTAGRAM', 'jan', { oauthVersion: 'fb_login' });
    expect((await select(byFacebook, '1')).selectedPage.id).to.equal('1');
  });

  it('keeps a list within what an event can hold', async () => {
    const many = Array.from({ length: 2000 }, (_, n) => ({ ...page(String(n)), name: 'ü'.repeat(300) }));
    facebook.pages.set('kim', many);
    const { connect, select } = workspace();
    const id = await connect('FACEBOOK', 'kim');
    expect((await select(id, '0')).selectedPage.id).to.equal('0');
    expect((await select(id, '1999')).selectedPage.id).to.equal('1999');
  });
});
