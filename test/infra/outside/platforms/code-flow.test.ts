import { expect } from 'chai';
import type { Platform } from '../../../../domain/platforms/platform.ts';
import { PlatformError } from '../../../../domain/platforms/platform-error.ts';
import { platformAdapters } from '../../../../infra/outside/platforms/all.ts';
import type { CodeFlow } from '../../../../infra/outside/platforms/code-flow.ts';
import { realHosts } from '../../../../infra/outside/platforms/hosts.ts';
import type { PlatformHttp, PlatformRequest } from '../../../../infra/outside/platforms/http.ts';

const app = { clientId: 'id/1', clientSecret: 's c' };
const redirectUri = 'https://service.example.com/callback';
const asked = { state: 'st', redirectUri, codeVerifier: 'verifier' };
const challenge = { code_challenge: 'iMnq5o6zALKXGivsnlom_0F5_WYda32GHkxlV7mq7hQ', code_challenge_method: 'S256' };
const common = { redirect_uri: redirectUri, response_type: 'code', state: 'st' };
const exchange = { grant_type: 'authorization_code', code: 'c0', redirect_uri: redirectUri };
const refresh = { grant_type: 'refresh_token', refresh_token: 'r0' };
const inForm = { client_id: 'id/1', client_secret: 's c' };
const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

type Sent = Readonly<{
  consent: object;
  exchange: object;
  refresh: object;
  effect: 'step' | 'send';
  /** The fields of the revocation; absent where the platform has none. */
  revoke?: object;
  headers?: object;
  /** What a renewal that brings no refresh token leaves. */
  kept?: string;
}>;

/** What each platform is sent, beyond its scopes. */
const sentTo: Readonly<Record<CodeFlow['platform'], Sent>> = {
  GOOGLE_BUSINESS: {
    consent: { ...common, client_id: 'id/1', access_type: 'offline', prompt: 'consent', ...challenge },
    exchange: { ...exchange, ...inForm, code_verifier: 'verifier' },
    refresh: { ...refresh, ...inForm },
    effect: 'step',
    revoke: { token: 'r0' },
    kept: 'r0',
  },
  LINKEDIN: {
    consent: { ...common, client_id: 'id/1' },
    exchange: { ...exchange, ...inForm },
    refresh: { ...refresh, ...inForm },
    effect: 'step',
    revoke: { ...inForm, token: 'a0' },
    kept: 'r0',
  },
  PINTEREST: {
    consent: { ...common, client_id: 'id/1' },
    exchange: { ...exchange, continuous_refresh: 'true' },
    refresh,
    effect: 'send',
    headers: { authorization: basic('id/1:s c') },
  },
  REDDIT: {
    consent: { ...common, client_id: 'id/1', duration: 'permanent' },
    exchange,
    refresh,
    effect: 'step',
    revoke: { token: 'r0', token_type_hint: 'refresh_token' },
    headers: { authorization: basic('id/1:s c') },
    kept: 'r0',
  },
  SNAPCHAT: {
    consent: { ...common, client_id: 'id/1' },
    exchange: { ...exchange, ...inForm },
    refresh: { ...refresh, ...inForm },
    effect: 'send',
    kept: 'r0',
  },
  TIKTOK: {
    consent: { ...common, client_key: 'id/1' },
    exchange: { ...exchange, client_key: 'id/1', client_secret: 's c' },
    refresh: { ...refresh, client_key: 'id/1', client_secret: 's c' },
    effect: 'send',
    revoke: { client_key: 'id/1', client_secret: 's c', token: 'a0' },
  },
  TWITTER: {
    consent: { ...common, client_id: 'id/1', ...challenge },
    exchange: { ...exchange, code_verifier: 'verifier' },
    refresh,
    effect: 'send',
    revoke: { token: 'a0', token_type_hint: 'access_token' },
    headers: { authorization: basic('id%2F1:s%20c') },
  },
  YOUTUBE: {
    consent: {
      ...common,
      client_id: 'id/1',
      access_type: 'offline',
      prompt: 'consent',
      include_granted_scopes: 'true',
      ...challenge,
    },
    exchange: { ...exchange, ...inForm, code_verifier: 'verifier' },
    refresh: { ...refresh, ...inForm },
    effect: 'step',
    revoke: { token: 'r0' },
    kept: 'r0',
  },
};

const flowOf = (platform: Platform) => {
  const requests: PlatformRequest[] = [];
  const http: PlatformHttp = {
    call: (request) => {
      requests.push(request);
      return Promise.resolve({
        status: 200,
        headers: new Headers(),
        text: '',
        json: { access_token: 'a1', expires_in: 60, scope: 'one,two three' },
      });
    },
  };
  const connector = platformAdapters({ http, hosts: realHosts(), apps: { [platform]: app } }).get(platform)?.connector;
  if (!connector) throw new Error(`${platform} has no connector`);
  return { connector, requests };
};

const account = { id: 'a', nativeId: 'n', username: 'u' };
const credentials = { accessToken: 'a0', refreshToken: 'r0' };

describe('the authorization code flow', () => {
  for (const [platform, sent] of Object.entries(sentTo) as [CodeFlow['platform'], Sent][]) {
    it(`sends ${platform} what it documents`, async () => {
      const { connector, requests } = flowOf(platform);
      const { scope, ...query } = Object.fromEntries(
        new URL((await connector.authorizationUrl(asked)).url).searchParams,
      );
      expect(scope).to.be.a('string').and.not.equal('');
      expect(query).to.deep.equal(sent.consent);

      const grant = await connector.exchange('c0', asked);
      expect(grant).to.deep.include({
        credentials: { accessToken: 'a1' },
        expiresInSeconds: 60,
        canAutoRefresh: false,
      });
      expect(grant.scopes).to.deep.equal(['one', 'two', 'three']);
      const renewed = await connector.refresh(account, credentials);
      expect(renewed.credentials.refreshToken).to.equal(sent.kept);
      await connector.revoke(account, credentials);

      const [exchanged, refreshed, revoked] = requests;
      expect(exchanged?.form).to.deep.equal(sent.exchange);
      expect(exchanged?.effect).to.equal('step');
      expect(refreshed?.form).to.deep.equal(sent.refresh);
      expect(refreshed?.effect).to.equal(sent.effect);
      expect(revoked?.form).to.deep.equal(sent.revoke);
      for (const { headers } of requests) expect(headers ?? {}).to.deep.include(sent.headers ?? {});
    });
  }

  it('refuses to renew without a refresh token', async () => {
    const { connector, requests } = flowOf('LINKEDIN');
    const error = await connector.refresh(account, { accessToken: 'a0' }).catch((reason: unknown) => reason);
    expect(error).to.be.instanceOf(PlatformError).and.to.include({ kind: 'unauthorized' });
    expect(requests).to.deep.equal([]);
  });
});
