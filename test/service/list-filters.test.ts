import { expect } from 'chai';
import { useRunningService } from '../support/running-service.ts';

/** Conventions, cursor pagination; Errors, Global codes: VALIDATION_ERROR names the field. */
describe('the filters of lists', function () {
  this.timeout(60_000);
  const service = useRunningService();

  it('refuse values they do not know in the global envelope, naming the field and what would be right', async () => {
    const of = await service().workspace('agency', false);
    const endpoint = await of.send('POST /webhooks', { url: 'https://example.com/hook', events: ['post.created'] });
    expect(endpoint.status).to.equal(201);
    const deliveries = `/webhooks/${endpoint.body.id}/deliveries`;
    const history = `/workspaces/${of.workspaceId}/request-history`;
    const wrong: readonly (readonly [path: string, field: string, says: RegExp])[] = [
      ['/posts?status=gone', 'status', /pending_approval/],
      ['/posts?platform=MYSPACE', 'platform', /not a platform/],
      ['/posts?from=tomorrow', 'from', /ISO 8601/],
      ['/posts?to=2027-13-01', 'to', /ISO 8601/],
      ['/posts?limit=many', 'limit', /whole number from 1 to 100/],
      ['/posts?limit=1.5', 'limit', /whole number/],
      ['/posts?limit=0', 'limit', /from 1 to 100/],
      ['/posts?limit=101', 'limit', /from 1 to 100/],
      ['/posts?cursor=mine', 'cursor', /not a cursor/],
      ['/accounts?status=gone', 'status', /status of an account/],
      ['/accounts?platform=MYSPACE', 'platform', /not a platform/],
      ['/media?status=gone', 'status', /processing/],
      [`${deliveries}?status=gone`, 'status', /DELIVERED/],
      [`${deliveries}?event=post.partial`, 'event', /post\.failed/],
      [`${deliveries}?from=yesterday`, 'from', /ISO 8601/],
      ['/webhooks/callback-deliveries?event=gone', 'event', /post\.failed/],
      ['/audit-logs?type=PostVanished', 'type', /not an event type/],
      ['/audit-logs?resource=posts', 'resource', /webhookEndpoint/],
      ['/audit-logs?resource=post/one/two', 'resource', /an id/],
      ['/audit-logs?keyId=mine', 'keyId', /malformed/],
      ['/audit-logs?to=later', 'to', /ISO 8601/],
      [`${history}?method=STEAL`, 'method', /PATCH/],
      [`${history}?status=ok`, 'status', /3 digits/],
      [`${history}?apiKeyId=mine`, 'apiKeyId', /malformed/],
      [`${history}?startDate=soon`, 'startDate', /ISO 8601/],
    ];
    for (const [path, field, says] of wrong) {
      const { status, body } = await of.send(`GET ${path}`);
      expect([status, body.error?.code, body.error?.details?.field], path).to.deep.equal([
        400,
        'VALIDATION_ERROR',
        field,
      ]);
      expect(body.error.message, path).to.match(says);
      expect(body.error).to.have.all.keys('code', 'message', 'details', 'requestId', 'documentationUrl');
    }
  });

  it('find deliveries by what became of them in any casing, by their event and by their time', async () => {
    const of = await service().workspace('agency', false);
    const { body: hook } = await of.send('POST /webhooks', {
      url: 'https://receiver.invalid/hook',
      events: ['media.uploaded', 'account.connected'],
    });
    await of.send('POST /media/register', { url: 'https://example.com/a.jpg', contentType: 'image/jpeg' });
    await of.send('POST /sandbox/accounts', { platform: 'MASTODON' });
    const path = `/webhooks/${hook.id}/deliveries`;
    const { data } = await of.awaited(`GET ${path}`, (body) => body['data']?.length === 2);
    const found = async (query: string): Promise<string[]> => {
      const { status, body } = await of.send(`GET ${path}?${query}`);
      expect(status, JSON.stringify(body)).to.equal(200);
      return body.data.map(({ event }: { event: string }) => event).sort();
    };
    expect(await found('event=media.uploaded')).to.deep.equal(['media.uploaded']);
    expect(await found('event=test.webhook')).to.deep.equal([]);
    expect(await found('status=delivered')).to.deep.equal([]);
    const times: string[] = data.map(({ createdAt }: { createdAt: string }) => createdAt).sort();
    expect(await found(`from=${times[0]}`)).to.deep.equal(['account.connected', 'media.uploaded']);
    expect(await found(`from=${times[0]}&to=${times[1]}&limit=1`)).to.have.length(1);
    const later = new Date(Date.parse(times[1] ?? '') + 1).toISOString();
    expect(await found(`from=${later}`)).to.deep.equal([]);
    expect(await found(`to=${times[0]?.slice(0, 10)}`), 'the day counts whole').to.have.length(2);
  });
});
