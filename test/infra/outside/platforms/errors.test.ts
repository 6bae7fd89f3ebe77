import { expect } from 'chai';
import { explain as blueskyExplain } from '../../../../infra/outside/platforms/bluesky/errors.ts';
import type { Explain } from '../../../../infra/outside/platforms/http.ts';
import { explain as mastodonExplain } from '../../../../infra/outside/platforms/mastodon/errors.ts';
import { explainStorageUpload } from '../../../../infra/outside/platforms/storage-upload.ts';
import { explainTokenError } from '../../../../infra/outside/platforms/token-errors.ts';
import { explain as twitterExplain } from '../../../../infra/outside/platforms/twitter/errors.ts';

/** An answer, and what the service makes of it: kind, code and, where it matters, the platform's own code. */
type Row = readonly [status: number, body: unknown, kind?: string, code?: string, native?: string];

const table = (name: string, explain: Explain, rows: readonly Row[]): void => {
  describe(`errors of ${name}`, () => {
    for (const [status, body, kind, code, native] of rows)
      it(`${status} ${JSON.stringify(body).slice(0, 90)}`, () => {
        const text = typeof body === 'string' ? body : JSON.stringify(body);
        const json: unknown = typeof body === 'string' ? undefined : body;
        const reported = explain({ status, headers: new Headers(), text, json });
        expect([reported && (reported.kind ?? 'refused'), reported?.code]).to.deep.equal([kind, code]);
        if (native !== undefined) expect(reported?.platformCode).to.equal(native);
      });
  });
};

const blank = (status: number, title: string, detail: string) => ({ title, type: 'about:blank', status, detail });
const problem = (kind: string, detail: string) => ({
  title: kind,
  detail,
  type: `https://api.x.com/2/problems/${kind}`,
});
const badMedia = { ...problem('invalid-request', 'invalid'), errors: [{ message: 'Your media IDs are invalid.' }] };

table('X', twitterExplain, [
  [200, { data: { id: '1' } }],
  [401, blank(401, 'Unauthorized', 'Unauthorized'), 'unauthorized', 'ACCOUNT_DISCONNECTED', '401'],
  [
    403,
    blank(403, 'Forbidden', 'You are not allowed to create a Tweet with duplicate content.'),
    'refused',
    'PUBLISH_ERROR',
    'duplicate-content',
  ],
  [403, blank(403, 'Forbidden', 'You are not permitted to perform this action.'), 'refused', 'PUBLISH_ERROR', '403'],
  [
    403,
    blank(
      403,
      'Forbidden',
      'Reply to this conversation is not allowed because you have not been mentioned or otherwise engaged by the author of the post you are replying to.',
    ),
    'refused',
    'PUBLISH_ERROR',
    'uninvited',
  ],
  [403, blank(403, 'Forbidden', 'Your Tweet text is too long.'), 'refused', 'CONTENT_TOO_LONG'],
  [403, problem('client-forbidden', 'not enrolled'), 'refused', 'PUBLISH_ERROR', 'client-forbidden'],
  [400, badMedia, 'refused', 'MEDIA_REJECTED', 'invalid-request'],
  [429, blank(429, 'Too Many Requests', 'Too Many Requests'), 'not_stored', 'PLATFORM_RATE_LIMIT'],
  [403, problem('usage-capped', 'Usage cap exceeded'), 'not_stored', 'PLATFORM_RATE_LIMIT', 'usage-capped'],
  [502, '<html>Bad Gateway</html>'],
]);

table('a token endpoint by RFC 6749', explainTokenError, [
  [400, { error: 'invalid_request', error_description: 'Value was invalid.' }, 'unauthorized', 'ACCOUNT_DISCONNECTED'],
  [401, { error: 'unauthorized_client' }, 'refused', 'PUBLISH_ERROR', 'unauthorized_client'],
  [503, 'Service Unavailable'],
  [429, { error: 'rate' }],
]);

describe('the usage cap of X', () => {
  it('is waited for by the day: the ladder of minutes would only use up its tries', () => {
    const json = problem('usage-capped', 'Usage cap exceeded');
    const reported = twitterExplain({ status: 429, headers: new Headers({ 'retry-after': '60' }), text: '', json });
    expect(reported?.retryAfterSeconds).to.equal(86_400);
  });
});

const stored = (code: string, words: string) =>
  `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${words}</Message></Error>`;
table('the storage of uploads', explainStorageUpload, [
  [204, ''],
  [400, stored('EntityTooLarge', 'Your proposed upload exceeds the maximum'), 'refused', 'MEDIA_REJECTED'],
  [403, stored('AccessDenied', 'Invalid according to Policy: Policy expired.'), 'not_stored', 'PUBLISH_ERROR'],
  [503, stored('SlowDown', 'Please reduce your request rate.'), 'not_stored', 'PUBLISH_ERROR', 'SlowDown'],
  [429, '', 'not_stored', 'PUBLISH_ERROR', '429'],
]);

const unfinished = 'Cannot attach files that have not finished processing. Try again in a moment!';
table('Mastodon', mastodonExplain, [
  [401, { error: 'The access token was revoked' }, 'unauthorized', 'ACCOUNT_DISCONNECTED'],
  [403, { error: 'This action is outside the authorized scopes' }, 'refused', 'PUBLISH_ERROR'],
  [404, { error: 'Record not found' }, 'refused', 'PUBLISH_ERROR', '404'],
  [422, { error: 'Validation failed: Text character limit of 500 exceeded' }, 'refused', 'CONTENT_TOO_LONG'],
  [422, { error: unfinished }, 'not_stored', 'MEDIA_NOT_READY'],
  [422, { error: 'Validation failed: File content type is invalid' }, 'refused', 'MEDIA_REJECTED'],
  [429, { error: 'Too many requests' }, 'not_stored', 'PLATFORM_RATE_LIMIT'],
  [400, { error: 'invalid_grant', error_description: 'no good' }, 'refused', 'PUBLISH_ERROR', 'invalid_grant'],
]);

const xrpc = (error: string, message = error) => ({ error, message });
table('Bluesky', blueskyExplain, [
  [401, xrpc('AuthenticationRequired'), 'unauthorized', 'ACCOUNT_DISCONNECTED'],
  [400, xrpc('ExpiredToken', 'Token has expired'), 'unauthorized', 'ACCOUNT_DISCONNECTED', 'ExpiredToken'],
  [400, xrpc('InvalidToken'), 'unauthorized', 'ACCOUNT_DISCONNECTED'],
  [400, xrpc('InvalidToken', 'Bad token method'), 'refused', 'PUBLISH_ERROR', 'InvalidToken'],
  [403, xrpc('ScopeMissingError', 'Missing required scope "x"'), 'refused', 'PUBLISH_ERROR', 'ScopeMissingError'],
  [400, { error: 'invalid_grant', error_description: 'replayed' }, 'unauthorized', 'ACCOUNT_DISCONNECTED'],
  [400, xrpc('InvalidRequest', 'grapheme too big (maximum 300) at $.record.text'), 'refused', 'CONTENT_TOO_LONG'],
  [400, xrpc('InvalidRequest', 'blob too big at $.record.embed.images[0].image'), 'refused', 'MEDIA_REJECTED'],
  [403, xrpc('AccountTakedown'), 'refused', 'PUBLISH_ERROR', 'AccountTakedown'],
  [429, xrpc('RateLimitExceeded'), 'not_stored', 'PLATFORM_RATE_LIMIT'],
  [502, xrpc('UpstreamFailure'), 'not_stored', 'PUBLISH_ERROR'],
  [504, '', 'not_stored', 'PUBLISH_ERROR', '504'],
]);
