import { expect } from 'chai';
import { instanceHostOf } from '../../../domain/accounts/instance-host.ts';
import { profile } from './samples.ts';

const hostOf = (instanceUrl?: string) =>
  instanceHostOf({ profile: { ...profile, ...(instanceUrl !== undefined && { instanceUrl }) } });

describe('the server of an account', () => {
  it('is the registered part of its name', () => {
    expect(hostOf('https://mastodon.social')).to.equal('mastodon.social');
    expect(hostOf('Mastodon.Social')).to.equal('mastodon.social');
    expect(hostOf('https://a1.b2.evil.example/path')).to.equal('evil.example');
    expect(hostOf('https://social.acme.co.uk')).to.equal('acme.co.uk');
    expect(hostOf('https://social.acme.de')).to.equal('acme.de');
  });

  it('is none where no person named it', () => {
    expect(hostOf()).to.equal(undefined);
  });
});
