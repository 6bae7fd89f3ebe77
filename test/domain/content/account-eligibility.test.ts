import { expect } from 'chai';
import {
  checkAccount,
  countsForThreads,
  isConnected,
  type AccountFacts,
} from '../../../domain/content/account-eligibility.ts';
import { tiktokCreatorFindings } from '../../../domain/content/tiktok-rules.ts';

const errors = (account: AccountFacts, when: 'create' | 'dispatch' = 'create') =>
  checkAccount(account, when).errors.map((one) => one.code);
const active = { status: 'ACTIVE' } as const;

describe('account eligibility', () => {
  it('takes business and creator accounts on Instagram, no personal ones', () => {
    for (const accountType of ['business', 'CREATOR', 'MEDIA_CREATOR', undefined])
      expect(errors({ ...active, platform: 'INSTAGRAM', accountType })).to.deep.equal([]);
    expect(errors({ ...active, platform: 'INSTAGRAM', accountType: 'PERSONAL' })).to.deep.equal([
      'ACCOUNT_TYPE_NOT_SUPPORTED',
    ]);
    expect(errors({ ...active, platform: 'THREADS', accountType: 'personal' })).to.deep.equal([
      'ACCOUNT_TYPE_NOT_SUPPORTED',
    ]);
    expect(errors({ ...active, platform: 'TWITTER', accountType: 'personal' })).to.deep.equal([]);
  });

  it('needs a Page on Facebook', () => {
    expect(errors({ ...active, platform: 'FACEBOOK' })).to.deep.equal(['NO_PAGE_SELECTED']);
    expect(errors({ ...active, platform: 'FACEBOOK', pageId: '' })).to.deep.equal(['NO_PAGE_SELECTED']);
    expect(errors({ ...active, platform: 'FACEBOOK', pageId: '42' })).to.deep.equal([]);
  });

  it('needs an Instagram account behind the Page of a Facebook login', () => {
    const account = { ...active, platform: 'INSTAGRAM', oauthVersion: 'fb_login' } as const;
    expect(errors({ ...account, instagramAccountId: null })).to.deep.equal(['NO_IG_ACCOUNT']);
    expect(errors({ ...account, instagramAccountId: '1' })).to.deep.equal([]);
    expect(errors(account)).to.deep.equal([]);
    expect(errors({ ...account, oauthVersion: 'instagram_login', instagramAccountId: null })).to.deep.equal([]);
    expect(errors({ ...account, platform: 'FACEBOOK', pageId: '42', instagramAccountId: null })).to.deep.equal([]);
  });

  it('needs an Instagram account beside a Threads account', () => {
    const account = { ...active, platform: 'THREADS' } as const;
    expect(errors({ ...account, besideInstagram: false })).to.deep.equal(['NO_IG_ACCOUNT']);
    expect(errors({ ...account, besideInstagram: true })).to.deep.equal([]);
    expect(errors(account), 'not asked').to.deep.equal([]);
    expect(errors({ ...account, platform: 'TWITTER', besideInstagram: false })).to.deep.equal([]);
  });

  it('counts connected business and creator accounts of Instagram for Threads', () => {
    const counts = (facts: Partial<AccountFacts>) => countsForThreads({ ...active, platform: 'INSTAGRAM', ...facts });
    for (const accountType of ['business', 'CREATOR', undefined]) expect(counts({ accountType })).to.equal(true);
    for (const status of ['EXPIRED', 'ERROR']) expect(counts({ status })).to.equal(true);
    for (const status of ['disconnected', 'REVOKED']) expect(counts({ status })).to.equal(false);
    expect(counts({ accountType: 'personal' })).to.equal(false);
    expect(counts({ platform: 'FACEBOOK' })).to.equal(false);
  });

  it('warns of a lost connection when a post is made, and blocks when it is due', () => {
    const account: AccountFacts = { platform: 'TWITTER', status: 'expired' };
    expect(checkAccount(account, 'create')).to.deep.include({ valid: true });
    expect(checkAccount(account, 'create').warnings[0]?.code).to.equal('ACCOUNT_DISCONNECTED');
    expect(checkAccount({ ...account, status: 'EXPIRED' }, 'create').warnings[0]?.message).to.equal(
      'The account is expired; reconnect it',
    );
    expect(errors(account, 'dispatch')).to.deep.equal(['ACCOUNT_DISCONNECTED']);
    for (const status of ['ACTIVE', 'active'])
      expect(checkAccount({ ...account, status }, 'create').warnings).to.deep.equal([]);
  });

  it('knows an account until it was disconnected', () => {
    for (const status of ['ACTIVE', 'expired', 'REVOKED']) expect(isConnected({ status })).to.equal(true);
    for (const status of ['DISCONNECTED', 'disconnected']) expect(isConnected({ status })).to.equal(false);
  });

  it("holds a TikTok post against the creator's own limits", () => {
    const creator = { privacyLevels: ['SELF_ONLY'], canPost: true, maxVideoSeconds: 60 };
    const codes = (level: string, durationMs: number, canPost = true) =>
      tiktokCreatorFindings({ tiktokPrivacyLevel: level }, [{ durationMs }], { ...creator, canPost }).errors.map(
        (one) => one.code,
      );
    expect(codes('SELF_ONLY', 60_000)).to.deep.equal([]);
    expect(codes('PUBLIC_TO_EVERYONE', 1)).to.deep.equal(['TIKTOK_PRIVACY_LEVEL_UNAVAILABLE']);
    expect(codes('SELF_ONLY', 60_001)).to.deep.equal(['MEDIA_REJECTED']);
    expect(codes('SELF_ONLY', 1, false)).to.deep.equal(['TIKTOK_CREATOR_CANNOT_POST']);
  });
});
