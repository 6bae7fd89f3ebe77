import { verifyWebhook } from '@social-publishing/client/webhooks';
import { expect } from 'chai';
import fc from 'fast-check';
import { deliveryHeaders, newWebhookSecret, signatureHeader } from '../../../../infra/adapters/webhooks/signature.ts';

// Computed independently: printf '1700000000.{"a":"ü"}' | openssl dgst -sha256 -hmac whsec_test
const known = '39c77d4f99a807ca4ab32e3c1fc455424bc1cda39e5c93618d15f5f6b7abdf94';
const sentAt = new Date(1_700_000_000_000);

describe('webhook signatures', () => {
  it('are the HMAC-SHA256 of timestamp, dot and raw body', () => {
    expect(signatureHeader(['whsec_test'], 1_700_000_000, '{"a":"ü"}')).to.equal(`t=1700000000,v2=${known}`);
  });

  it('carry one v2 for each secret of a rotation, newest first', () => {
    const header = signatureHeader(['whsec_new', 'whsec_test'], 1_700_000_000, '{"a":"ü"}');
    expect(header).to.match(/^t=1700000000,v2=[0-9a-f]{64},v2=[0-9a-f]{64}$/);
    expect(header.endsWith(`v2=${known}`)).to.equal(true);
    for (const secret of ['whsec_new', 'whsec_test', ['whsec_other', 'whsec_test']])
      expect(verifyWebhook({ body: '{"a":"ü"}', signature: header, secret, now: sentAt })).to.equal(true);
  });

  it('refuse to be made without a secret', () => expect(() => signatureHeader([], 1, 'x')).to.throw());

  it('come with the delivery headers', () => {
    const headers = deliveryHeaders({ deliveryId: 'c1', event: 'post.created', body: '{}', sentAt, secrets: ['s'] });
    expect(headers).to.include({
      'X-Service-Timestamp': '1700000000',
      'X-Service-Delivery-Id': 'c1',
      'X-Service-Event': 'post.created',
      'Content-Type': 'application/json',
    });
    expect(verifyWebhook({ body: '{}', signature: headers['X-Service-Signature'], secret: 's', now: sentAt })).to.equal(
      true,
    );
  });

  it('use a new secret of 256 bits each time', () => {
    expect(newWebhookSecret()).to.match(/^whsec_[A-Za-z0-9_-]{43}$/);
    expect(newWebhookSecret()).to.not.equal(newWebhookSecret());
  });
});

describe('verifying a webhook', () => {
  const body = '{"event":"post.published"}';
  const signature = signatureHeader(['whsec_test'], 1_700_000_000, body);
  const verify = (over: Partial<Parameters<typeof verifyWebhook>[0]>): boolean =>
    verifyWebhook({ body, signature, secret: 'whsec_test', now: sentAt, ...over });

  it('accepts the body as text or as bytes', () => {
    expect(verify({})).to.equal(true);
    expect(verify({ body: Buffer.from(body) })).to.equal(true);
  });

  it('accepts 300 seconds of age and not one more', () => {
    expect(verify({ now: new Date(sentAt.getTime() + 300_000) })).to.equal(true);
    expect(verify({ now: new Date(sentAt.getTime() + 301_000) })).to.equal(false);
    expect(verify({ now: new Date(sentAt.getTime() + 301_000), toleranceSeconds: 600 })).to.equal(true);
  });

  it('ignores schemes of the future beside v2, and accepts none of them instead', () => {
    expect(verify({ signature: `${signature},v3=abc` })).to.equal(true);
    expect(verify({ signature: signature.replace('v2=', 'v3=') })).to.equal(false);
  });

  for (const broken of [
    undefined,
    null,
    '',
    't=',
    'v2=00',
    't=abc,v2=00',
    signature.replace('v2=', 'v2=0'),
    signature.slice(0, -1),
  ])
    it(`refuses ${JSON.stringify(broken)?.slice(0, 30)}`, () => expect(verify({ signature: broken })).to.equal(false));

  it('refuses a foreign secret, and another timestamp than the one signed', () => {
    expect(verify({ secret: 'whsec_other' })).to.equal(false);
    expect(verify({ signature: signature.replace('t=1700000000', 't=1700000001') })).to.equal(false);
  });

  it('accepts a body exactly when it is the one signed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (signed, received) => {
        const header = signatureHeader(['k'], 1_700_000_000, signed);
        const same = Buffer.from(signed).equals(Buffer.from(received));
        return verifyWebhook({ body: received, signature: header, secret: 'k', now: sentAt }) === same;
      }),
    );
  });
});
