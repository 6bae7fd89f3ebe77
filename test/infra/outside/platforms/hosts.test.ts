import { expect } from 'chai';
import { platforms } from '../../../../domain/platforms/platform.ts';
import { PlatformError } from '../../../../domain/platforms/platform-error.ts';
import { addressesFrom } from '../../../../infra/outside/platforms/address-settings.ts';
import { realHosts, sandboxHosts } from '../../../../infra/outside/platforms/hosts.ts';

describe('platform hosts', () => {
  const real = realHosts();
  const base = 'http://127.0.0.1:3000';
  const simulated = sandboxHosts(base);

  it('names a place for every platform, HTTPS for the real ones', () => {
    expect(Object.keys(real.urls).sort()).to.deep.equal([...platforms].sort());
    for (const own of Object.values(real.urls))
      for (const url of Object.values(own)) expect(new URL(url).protocol).to.equal('https:');
  });

  it('puts every address of the sandbox on this machine, and keeps host and path', () => {
    for (const own of Object.values(simulated.urls))
      for (const url of Object.values(own)) expect(url.startsWith(`${base}/sandbox/`)).to.equal(true);
    expect(simulated.urls.TWITTER.token).to.equal(`${base}/sandbox/twitter/api.x.com/2/oauth2/token`);
    expect(simulated.instance('MASTODON', 'https://example.social')).to.equal(
      `${base}/sandbox/mastodon/example.social`,
    );
  });

  it('takes overrides of single addresses', () => {
    const hosts = realHosts({ urls: { TELEGRAM: { api: 'https://telegram.example.com' } } });
    expect(hosts.urls.TELEGRAM.api).to.equal('https://telegram.example.com');
    expect(hosts.urls.TWITTER.api).to.equal('https://api.x.com');
  });

  it('reaches the default servers at the operator’s address, also where they are named', () => {
    const hosts = realHosts({ urls: { MASTODON: { api: 'https://gateway.example.com/mastodon' } } });
    for (const named of [undefined, 'mastodon.social', 'https://mastodon.social/@someone'])
      expect(hosts.instance('MASTODON', named)).to.equal('https://gateway.example.com/mastodon');
    expect(hosts.instance('MASTODON', 'example.social')).to.equal('https://example.social');
    expect(hosts.instance('BLUESKY', 'bsky.social')).to.equal('https://bsky.social');
  });

  it('uploads to the origins of the operator’s addresses beside the platform’s own', () => {
    const hosts = realHosts({ urls: { YOUTUBE: { upload: 'https://gateway.example.com:8443/youtube' } } });
    for (const url of ['https://gateway.example.com:8443/anything', 'https://www.googleapis.com/upload'])
      expect(hosts.uploadUrl('YOUTUBE', url)).to.equal(url);
    for (const url of [
      'https://gateway.example.com/anything',
      'http://gateway.example.com:8443/x',
      'https://else.test/',
    ])
      expect(() => hosts.uploadUrl('YOUTUBE', url), url).to.throw(PlatformError);
    expect(() => hosts.uploadUrl('LINKEDIN', 'https://gateway.example.com:8443/x')).to.throw(PlatformError);
  });

  it('takes addresses and LinkedIn’s version from the environment, and reports wrong ones', () => {
    const { addresses, problems } = addressesFrom({
      TELEGRAM_API_URL: 'http://bots.example.com:8081/',
      INSTAGRAM_FACEBOOK_API_URL: 'https://graph.facebook.com/v25.0',
      LINKEDIN_VERSION: '202609',
      REDDIT_USER_AGENT: 'web:ours:v2 (by /u/our_name)',
      TWITTER_CLIENT_ID: 'not an address',
    });
    expect(problems).to.deep.equal([]);
    const hosts = realHosts(addresses);
    expect(hosts.urls.TELEGRAM.api).to.equal('http://bots.example.com:8081');
    expect(hosts.urls.INSTAGRAM.facebookApi).to.equal('https://graph.facebook.com/v25.0');
    expect(hosts.urls.INSTAGRAM.api).to.equal(real.urls.INSTAGRAM.api);
    expect(hosts.linkedinVersion).to.equal('202609');
    expect(hosts.redditUserAgent).to.equal('web:ours:v2 (by /u/our_name)');
    const named = (name: string) => addressesFrom({ REDDIT_USER_AGENT: `web:ours:v2 (by /u/${name})` }).problems;
    expect(named('a-name-of-more-than-twenty')).to.deep.equal([
      'REDDIT_USER_AGENT: must be <platform>:<app>:<version> (by /u/<name>), the name of 3 to 20 characters',
    ]);
    expect(addressesFrom({ TELEGRAM_API_URL: 'ftp://secret@x', LINKEDIN_VERSION: 'June' }).problems).to.deep.equal([
      'TELEGRAM_API_URL: must be a URL beginning with http:// or https://, without a query',
      'LINKEDIN_VERSION: must be a year and a month, 202606 for example',
    ]);
  });

  it('lets people name public servers only', () => {
    expect(real.instance('MASTODON', 'Example.Social')).to.equal('https://example.social');
    expect(real.instance('MASTODON', 'https://example.social/@someone')).to.equal('https://example.social');
    expect(real.instance('BLUESKY', undefined)).to.equal('https://bsky.social');
    const bad = [
      'http://example.social',
      'https://127.0.0.1',
      'https://[::1]',
      'https://2130706433',
      'https://0x7f.1',
      'https://localhost',
      'https://printer.local',
      'https://vault.internal',
      'https://intranet',
      'https://example.social:8443',
      'https://user:secret@example.social',
      'file:///etc/passwd',
      'https://',
    ];
    for (const url of bad) expect(() => real.instance('MASTODON', url), url).to.throw(PlatformError);
  });

  it('uploads to the platform’s own hosts only', () => {
    const url = 'https://www.linkedin.com/dms-uploads/1';
    expect(real.uploadUrl('LINKEDIN', url)).to.equal(url);
    const bad = [
      'https://evil.example/dms-uploads/1',
      'https://linkedin.com.evil.example/1',
      'https://notlinkedin.com/1',
      'http://www.linkedin.com/1',
      'https://user@www.linkedin.com/1',
      'https://169.254.169.254/latest',
      '//www.linkedin.com/1',
    ];
    for (const each of bad) expect(() => real.uploadUrl('LINKEDIN', each), each).to.throw(PlatformError);
    expect(() => real.uploadUrl('TWITTER', 'https://upload.x.com/1')).to.throw(PlatformError);
    expect(simulated.uploadUrl('LINKEDIN', `${base}/sandbox/linkedin/up/1`)).to.contain('/up/1');
    expect(() => simulated.uploadUrl('LINKEDIN', 'https://www.linkedin.com/1')).to.throw(PlatformError);
  });
});
