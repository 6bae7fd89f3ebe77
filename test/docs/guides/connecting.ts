import { createClient, orThrow } from '@social-publishing/client';

const client = createClient({ baseUrl: process.env['SOCIAL_URL']!, apiKey: process.env['SOCIAL_KEY']! });

// #region start
const platform = 'linkedin';
const redirectUri = 'https://app.example.com/connected';
const { authorizationUrl } = orThrow(
  await client.POST('/v1/accounts/connect/{platform}', { params: { path: { platform } }, body: { redirectUri } }),
);
// #endregion

// #region consent
const consent = await fetch(authorizationUrl, { redirect: 'manual' });
const back = new URL(consent.headers.get('location')!);
console.log(back.origin, [...back.searchParams.keys()].toSorted().join(' '));
// #endregion

// #region finish
const [code, state] = [back.searchParams.get('code')!, back.searchParams.get('state')!];
const connected = orThrow(
  await client.POST('/v1/accounts/callback/{platform}', {
    params: { path: { platform } },
    body: { code, state, redirectUri },
  }),
);
console.log(connected.account.platform, connected.account.status);
// #endregion
