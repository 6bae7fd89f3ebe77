import { expect } from 'chai';
import { PaymentRefused, type PaymentCall } from '../../../../domain/billing/payment-provider.ts';
import type { OpenPayment } from '../../../../domain/billing/subscription-state.ts';
import { stripeEvent } from '../../../../infra/outside/payments/stripe-events.ts';
import { ownerIn } from '../../../../infra/outside/payments/stripe-owner.ts';
import { opened } from '../../../support/opened.ts';
import { playPaymentProvider } from '../../../support/played-payments.ts';

const pro = { plan: 'pro', billingPeriod: 'monthly', aiTier: null } as const;
const starter = { ...pro, plan: 'starter' } as const;
const free = { ...pro, plan: 'free' } as const;

const failureOf = async (attempt: Promise<unknown>): Promise<unknown> => {
  try {
    await attempt;
  } catch (error) {
    return error;
  }
  throw new Error('it succeeded');
};

describe('payments by Stripe', () => {
  const played = opened(
    () => playPaymentProvider(),
    (each) => each.close(),
  );
  let people = 0;
  const customer = async () => {
    const ownerId = `u${++people}`;
    const customerId = await played().provider.customer({ ownerId, workspaceId: 'w1' });
    const call = (paymentId: string, providerId: string | null = null): PaymentCall => ({
      ownerId,
      customerId,
      providerId,
      paymentId: `${ownerId}/${paymentId}`,
    });
    return { ownerId, customerId, call };
  };
  const open = (paymentId: string, purpose: OpenPayment['purpose']): OpenPayment => ({
    paymentId,
    purpose,
    ...pro,
    credits: null,
    effectiveDate: null,
  });

  it('make one customer of a person', async () => {
    const { ownerId, customerId } = await customer();
    expect(await played().provider.customer({ ownerId, workspaceId: 'w1' })).to.equal(customerId);
  });

  it('begin, change and end a subscription', async () => {
    const { provider } = played();
    const { call, customerId } = await customer();
    const id = await provider.change(call('p1'), starter);
    expect(id).to.match(/^sub_/);
    expect(await provider.subscription(id ?? '')).to.deep.include({ status: 'active', terms: starter });
    expect(await provider.preview({ customerId, providerId: id }, pro)).to.equal(30);
    await provider.change(call('p2', id), { ...pro, aiTier: 'starter' });
    expect(await provider.subscription(id ?? '')).to.deep.include({ terms: { ...pro, aiTier: 'starter' } });
    await provider.changeAtPeriodEnd(call('p3', id), starter, '2026-02-20T12:00:00.000Z');
    expect(await provider.subscription(id ?? '')).to.deep.include({ terms: starter });
    await provider.keep(call('p4', id), pro);
    expect(await provider.subscription(id ?? '')).to.deep.include({ terms: pro });
    await provider.changeAtPeriodEnd(call('p5', id), free, '2026-02-20T12:00:00.000Z');
    expect(await provider.subscription(id ?? '')).to.deep.include({ status: 'active', terms: pro });
    expect(await provider.subscription('sub_unknown')).to.equal(undefined);
  });

  it('are refused in the words of Stripe', async () => {
    const { provider, end } = played();
    const { call, customerId } = await customer();
    await end(customerId, 'declined');
    const declined = await failureOf(provider.change(call('p1'), pro));
    expect(declined).to.be.instanceOf(PaymentRefused);
    expect(declined).to.include({ reason: 'card_declined', message: 'Your card was declined.' });
    await end(customerId, 'no_payment_method');
    expect(await failureOf(provider.change(call('p2'), pro))).to.include({ reason: 'no_payment_method' });
    const purchase = provider.buyCredits(call('p3'), { credits: 10, usd: 0.4 });
    expect(await failureOf(purchase)).to.include({ reason: 'no_payment_method' });
  });

  it('are carried out once, however often the same call is sent', async () => {
    const { provider, records } = played();
    const { call, customerId } = await customer();
    for (let time = 0; time < 3; time++) await provider.buyCredits(call('p1'), { credits: 10, usd: 0.4 });
    expect(await records.ofCustomer('payment', customerId)).to.have.length(1);
  });

  for (const [fault, isFound] of [
    ['reset_after', true],
    ['server_error', true],
    ['reset_before', false],
  ] as const)
    it(`are found by asking after a lost answer, if they were carried out: ${fault}`, async () => {
      const { provider, failNext } = played();
      const { ownerId, customerId, call } = await customer();
      const at = { customerId, providerId: null };
      // The library sends a call with a closed connection again by itself, once and under the same key.
      const times = fault === 'server_error' ? 1 : 2;
      for (let time = 0; time < times; time++) failNext('/v1/subscriptions', fault);
      expect(await failureOf(provider.change(call('p1'), pro))).to.not.be.instanceOf(PaymentRefused);
      expect(await provider.outcomeOf(open(`${ownerId}/p1`, 'change'), at)).to.include({ found: isFound });
      for (let time = 0; time < times; time++) failNext('/v1/payment_intents', fault);
      const lost = await failureOf(provider.buyCredits(call('p2'), { credits: 10, usd: 0.4 }));
      expect(lost).to.not.be.instanceOf(PaymentRefused);
      expect(await provider.outcomeOf(open(`${ownerId}/p2`, 'credits'), at)).to.include({ found: isFound });
    });

  describe('at a page', () => {
    const order = { terms: pro, successUrl: 'http://done', cancelUrl: 'http://back' };
    const visit = async (url: string) => {
      const path = new URL(url).pathname;
      const { status } = await fetch(`${played().origin}${path}`, { redirect: 'manual' });
      return status;
    };

    it('begin a subscription with its trial, which the events name by its owner', async () => {
      const { provider, delivered } = played();
      const { call, customerId, ownerId } = await customer();
      const { url } = await provider.checkout(call('p1'), { ...order, trialDays: 14 });
      expect(await provider.subscriptionOfCustomer(customerId)).to.equal(undefined);
      expect(await visit(url)).to.equal(303);
      expect(ownerIn(delivered.at(-1)?.object)).to.equal(ownerId);
      const bought = await provider.subscriptionOfCustomer(customerId);
      expect(bought).to.deep.include({ status: 'active', terms: pro });
      const { start, end } = bought?.trial ?? { start: '', end: '' };
      expect(Date.parse(end) - Date.parse(start)).to.equal(14 * 86_400_000);
      expect(await provider.subscription(bought?.providerId ?? '')).to.deep.equal(bought);
    });

    it('are open one at a time, and not beside a subscription', async () => {
      const { provider, records } = played();
      const { call, customerId } = await customer();
      const first = await provider.checkout(call('p1'), { ...order, trialDays: 0 });
      const second = await provider.checkout(call('p2'), { ...order, trialDays: 0 });
      expect(await visit(first.url)).to.equal(410);
      const id = await provider.change(call('p3'), pro);
      expect(await visit(second.url), 'a change closes the page').to.equal(410);
      const refused = await failureOf(provider.checkout(call('p4'), { ...order, trialDays: 0 }));
      expect(refused).to.include({ reason: 'subscription_exists' });
      expect(await failureOf(provider.change(call('p5'), pro))).to.include({ reason: 'subscription_exists' });
      expect((await records.ofCustomer('subscription', customerId)).map((each) => each.id)).to.deep.equal([id]);
    });
  });

  it('have events that are believed only with a signature', async () => {
    const body = JSON.stringify({
      id: 'evt_1',
      object: 'event',
      type: 'x',
      data: { object: { metadata: { ownerId: 'u1' } } },
    });
    const signed = played().stripe.webhooks.generateTestHeaderString({ payload: body, secret: 'whsec_b' });
    const event = await stripeEvent(Buffer.from(body), signed, ['whsec_a', 'whsec_b']);
    expect(event.id).to.equal('evt_1');
    expect(ownerIn(event.object)).to.equal('u1');
    expect(ownerIn({ parent: { subscription_details: { metadata: { ownerId: 'u2' } } } })).to.equal('u2');
    for (const [text, secret] of [
      [body, 'whsec_a'],
      [`${body} `, 'whsec_b'],
    ] as const)
      expect(await failureOf(stripeEvent(Buffer.from(text), signed, [secret])))
        .to.have.property('message')
        .that.matches(/signature/i);
  });
});
