import { paymentSandboxPath } from '@social-publishing/payment-sandbox';
import { expect } from 'chai';
import { playedWebhookSecret } from '../../infra/composition/payments.ts';
import { stripeClient } from '../../infra/outside/payments/stripe.ts';
import { until } from '../support/until.ts';
import { useRunningService, type TestWorkspace } from '../support/running-service.ts';

const dayS = 86_400;
const codeOf = ({ status, body }: Readonly<{ status: number; body: unknown }>): [number, string] => [
  status,
  (body as { error: { code: string } }).error.code,
];

/** Billing and subscription of the extended reference. */
describe('the subscription of a running service', function () {
  this.timeout(90_000);
  const service = useRunningService();

  const made = async (plan: string, aiTier: string | null = null): Promise<TestWorkspace> => {
    const { demo, ask } = service();
    const workspace = await service().workspace(plan as 'pro', false);
    if (aiTier === 'pro') return workspace;
    const { body } = await ask(demo.apiKey, 'POST /sandbox/workspaces', { plan, aiTier, connectAll: false });
    const connection = body as unknown as TestWorkspace;
    const send: TestWorkspace['send'] = (line, sent, headers) => ask(connection.apiKey, line, sent, headers);
    return { ...workspace, ...connection, send };
  };
  const read = async (of: TestWorkspace, path: string): Promise<Record<string, unknown>> => {
    const { status, body } = await of.send(`GET ${path}`);
    expect(status, JSON.stringify(body)).to.equal(200);
    return body;
  };
  const planOf = async (of: TestWorkspace) => (await read(of, `/workspaces/${of.workspaceId}`))['plan'];

  it('previews and pays a higher plan, which holds at once', async () => {
    const of = await made('starter');
    const preview = await of.send('POST /subscription/preview-change', { plan: 'pro' });
    expect(preview.status, JSON.stringify(preview.body)).to.equal(200);
    expect(preview.body).to.include({
      currentPlan: 'starter',
      newPlan: 'pro',
      billingPeriod: 'monthly',
      isUpgrade: true,
    });
    expect(preview.body['prorationAmount']).to.be.closeTo(30, 0.5);
    const changed = await of.send('POST /subscription/change-plan', { plan: 'pro' });
    expect(changed.status, JSON.stringify(changed.body)).to.equal(200);
    expect(changed.body).to.include({ success: true, plan: 'pro', billingPeriod: 'monthly' });
    expect(await planOf(of)).to.equal('pro');
    expect(await read(of, '/billing/current')).to.include({ plan: 'pro', status: 'active', trialEnd: null });
    expect(codeOf(await of.send('POST /subscription/change-plan', { plan: 'pro' }))).to.deep.equal([
      400,
      'BAD_REQUEST',
    ]);
    const yearly = await of.send('POST /billing/change-plan', { plan: 'pro', billingPeriod: 'yearly' });
    expect(yearly.body).to.include({ billingPeriod: 'yearly' });
  });

  it('changes nothing when the payment is refused', async () => {
    const of = await made('starter');
    await of.send('POST /sandbox/payments', { outcome: 'declined' });
    const declined = await of.send('POST /subscription/ai-addon', { tier: 'pro' });
    expect(codeOf(declined)).to.deep.equal([422, 'PAYMENT_ERROR']);
    expect(JSON.stringify(declined.body)).to.include('Your card was declined.');
    expect(codeOf(await of.send('POST /subscription/change-plan', { plan: 'pro' }))).to.deep.equal([
      400,
      'BAD_REQUEST',
    ]);
    await of.send('POST /sandbox/payments', { outcome: 'no_payment_method' });
    for (const line of ['POST /subscription/ai-addon', 'POST /billing/ai-addon'])
      expect(codeOf(await of.send(line, { tier: 'pro' }))).to.deep.equal([422, 'PAYMENT_ERROR']);
    expect(codeOf(await of.send('POST /billing/credits', { credits: 10 }))).to.deep.equal([422, 'PAYMENT_ERROR']);
    expect(await read(of, '/subscription/ai-usage')).to.include({ subscribed: false, tier: null, migration: null });
    await of.send('POST /sandbox/payments', { outcome: 'ok' });
    const bought = await of.send('POST /subscription/ai-addon', { tier: 'pro' });
    expect(bought.body).to.include({ success: true, tier: 'pro' });
    const usage = await read(of, '/subscription/ai-usage');
    expect(usage).to.include({ subscribed: true, tier: 'pro', credits_limit: 2100 });
    expect((await of.send('POST /subscription/ai-addon', { tier: null })).body).to.include({ tier: null });
    expect((await of.send('POST /billing/credits', { credits: 10 })).body).to.include({ credits: 10, charged: 0.4 });
    const updated = await of.send('POST /subscription/update', { plan: 'agency', aiTier: 'starter' });
    expect(updated.body).to.include({ success: true, plan: 'agency', billingPeriod: 'monthly', aiTier: 'starter' });
  });

  it('becomes less at the end of the paid period, unless the change is withdrawn', async () => {
    const of = await made('agency');
    const readiness = await read(of, '/subscription/downgrade-readiness?targetPlan=starter');
    expect(readiness).to.include({ targetPlan: 'starter', graceDays: 5 });
    expect((readiness['items'] as { category: string }[]).map(({ category }) => category)).to.deep.equal([
      'social_accounts',
      'workspaces',
      'ai_credits',
      'monthly_posts',
    ]);
    expect(await read(of, '/subscription/pending-changes')).to.deep.equal({ pendingChanges: null });
    await of.send('POST /subscription/change-plan', { plan: 'starter' });
    const { pendingChanges } = await read(of, '/subscription/pending-changes');
    expect(pendingChanges).to.deep.equal({
      type: 'downgrade',
      newPlan: 'starter',
      effectiveDate: readiness['effectiveDate'],
    });
    expect(await planOf(of)).to.equal('agency');
    expect((await of.send('POST /subscription/cancel-pending')).body).to.include({ success: true });
    expect(await read(of, '/subscription/pending-changes')).to.deep.equal({ pendingChanges: null });
    const cancelled = await of.send('POST /billing/cancel');
    expect(cancelled.body).to.include({ success: true, effectiveDate: readiness['effectiveDate'] });
    expect(await read(of, '/billing/current')).to.include({ status: 'canceling', cancelAtPeriodEnd: true });
    expect((await of.send('POST /billing/resume')).body).to.include({ success: true });
    expect(await read(of, '/billing/current')).to.include({ status: 'active', cancelAtPeriodEnd: false });
    const free = await made('free');
    expect(codeOf(await free.send('POST /subscription/cancel-pending'))).to.deep.equal([404, 'NOT_FOUND']);
    expect(codeOf(await free.send('POST /billing/cancel'))).to.deep.equal([404, 'NOT_FOUND']);
  });

  it('is cancelled before the workspace it was bought in is deleted', async () => {
    const of = await made('pro');
    const second = await of.send('POST /workspaces', { name: 'Second', slug: `second-${of.workspaceId}` });
    expect(second.body).to.include({ plan: 'pro' });
    const refused = await of.send(`DELETE /workspaces/${of.workspaceId}`);
    expect(codeOf(refused)).to.deep.equal([409, 'ACTIVE_SUBSCRIPTION']);
    expect(JSON.stringify(refused.body)).to.include('/v1/billing/cancel');
    await of.send('POST /billing/cancel');
    expect((await of.send(`DELETE /workspaces/${of.workspaceId}`)).status).to.equal(200);
  });

  it('is cancelled with the account of its owner, or nothing is deleted', async () => {
    const of = await made('pro');
    const { ask } = service();
    const remove = () => ask(of.sessionToken, 'DELETE /users/me?deleteWorkspaces=true');
    await of.send('POST /sandbox/payments', { outcome: 'declined' });
    expect(codeOf(await remove())).to.deep.equal([503, 'SUBSCRIPTION_CANCEL_FAILED']);
    expect(await planOf(of)).to.equal('pro');
    await of.send('POST /sandbox/payments', { outcome: 'ok' });
    expect((await remove()).status).to.equal(200);
  });

  it('is changed by owners and administrators only', async () => {
    const of = await made('pro');
    const { body } = await of.send('POST /sandbox/members', { role: 'MEMBER' });
    const { ask } = service();
    const asked = await ask(String(body['sessionToken']), 'POST /subscription/change-plan', { plan: 'agency' });
    expect(codeOf(asked)).to.deep.equal([403, 'FORBIDDEN']);
    expect((await of.send('POST /billing/portal')).body['url']).to.be.a('string');
    expect((await read(of, '/billing/portal'))['url']).to.be.a('string');
    expect(await read(of, '/billing/scheduled-post-count')).to.deep.equal({ count: 0, limit: 1000, remaining: 1000 });
    expect(await read(of, '/billing/usage')).to.include({ plan: 'pro' });
  });

  it('takes effect at the end of the period and pauses accounts beyond the plan five days later', async () => {
    const of = await service().workspace('agency');
    const accounts = async () =>
      (await read(of, '/accounts?limit=100'))['accounts'] as { id: string; platform: string; paused?: true }[];
    const kept = (await accounts()).map(({ id }) => id).slice(-2);
    const chosen = await of.send('PUT /subscription/downgrade-designations', { accountIds: kept });
    expect(chosen.body, JSON.stringify(chosen.body)).to.deep.include({ success: true, accountIds: kept });
    const unknown = await of.send('PUT /subscription/downgrade-designations', { accountIds: [of.workspaceId] });
    expect(codeOf(unknown)).to.deep.equal([400, 'VALIDATION_ERROR']);
    const post = await of.send('POST /posts', {
      content: 'Later',
      accountIds: [of.accounts.MASTODON],
      scheduledFor: new Date((await of.now()) + 3_600_000).toISOString(),
    });
    const { scheduledFor } = post.body;
    const cancelled = await of.send('POST /billing/cancel', { cancelScheduledPosts: true });
    expect(cancelled.body).to.include({ success: true, draftedPosts: 1 });
    expect(await read(of, `/posts/${String(post.body['id'])}`)).to.include({ status: 'draft', scheduledFor });
    await of.advance(32 * dayS);
    await of.awaited(`GET /workspaces/${of.workspaceId}`, ({ plan }) => plan === 'free');
    expect(await read(of, '/billing/current')).to.include({ plan: 'free', status: 'free' });
    expect((await accounts()).filter(({ paused }) => paused)).to.deep.equal([]);
    await of.advance(5 * dayS);
    await of.awaited('GET /billing/current', ({ graceUntil }) => graceUntil === null);
    const left = (await accounts()).filter(({ paused }) => !paused);
    expect(left).to.have.length(3);
    expect(left.map(({ id }) => id)).to.include.members(kept);
    expect((await of.send('POST /subscription/change-plan', { plan: 'pro' })).status).to.equal(200);
    await of.awaited('GET /accounts?limit=100', ({ accounts: all }) =>
      (all as { paused?: true }[]).every(({ paused }) => !paused),
    );
  });

  it('stays with its payer when the workspace is handed over, which has the grace of a lower plan', async () => {
    const of = await service().workspace('pro');
    const { ask } = service();
    const { body: member } = await of.send('POST /sandbox/members', { role: 'ADMIN' });
    const { userId: targetUserId, sessionToken } = member as { userId: string; sessionToken: string };
    const offered = await ask(of.sessionToken, `POST /workspaces/${of.workspaceId}/transfer-request`, { targetUserId });
    expect(offered.status, JSON.stringify(offered.body)).to.equal(201);
    const accepted = await ask(sessionToken, `POST /workspaces/${of.workspaceId}/transfer-request/accept`);
    expect(accepted.status, JSON.stringify(accepted.body)).to.equal(200);
    const mine = async () => {
      const { body } = await ask(of.sessionToken, 'GET /users/me/subscription');
      return body['subscription'] as { plan: string; endsAt: string | null; workspaces: unknown[] };
    };
    await of.awaited(`GET /workspaces/${of.workspaceId}`, ({ plan }) => plan === 'free');
    const current = await read(of, '/billing/current');
    expect(current['plan']).to.equal('free');
    expect(current['graceUntil']).to.be.a('string');
    await until('the subscription ends', async () => (await mine()).endsAt !== null);
    expect(await mine()).to.deep.include({ plan: 'pro', workspaces: [] });
    const kept = await ask(of.sessionToken, 'POST /users/me/subscription/resume');
    expect(kept.body).to.include({ success: true, message: 'The subscription goes on' });
    const ended = await ask(of.sessionToken, 'POST /users/me/subscription/cancel');
    expect(ended.body['effectiveDate']).to.equal((await mine()).endsAt);
    expect(codeOf(await ask(sessionToken, 'POST /users/me/subscription/cancel'))).to.deep.equal([404, 'NOT_FOUND']);
    const paused = async () =>
      ((await read(of, '/accounts?limit=100'))['accounts'] as { paused?: true }[]).filter((each) => each.paused);
    expect(await paused()).to.deep.equal([]);
    await of.advance(5 * dayS);
    await of.awaited('GET /billing/current', ({ graceUntil }) => graceUntil === null);
    expect((await paused()).length).to.be.greaterThan(0);
  });

  it('brings the credits of a month each month, also where it is paid by the year', async () => {
    const of = await made('starter');
    await of.send('POST /subscription/change-plan', { plan: 'pro', billingPeriod: 'yearly' });
    const before = await read(of, '/subscription/ai-usage');
    const text = await of.send('POST /ai/hashtags', { content: 'espresso' });
    expect(text.status, JSON.stringify(text.body)).to.equal(200);
    expect(await read(of, '/subscription/ai-usage')).to.include({ credits_used: 1 });
    await of.advance(32 * dayS);
    const after = await read(of, '/subscription/ai-usage');
    expect(after).to.include({ credits_limit: 500, credits_used: 0, credits_remaining: 500 });
    expect(after['billing_period_start']).to.equal(before['billing_period_end']);
    expect(await read(of, '/billing/current')).to.include({ billingPeriod: 'yearly' });
  });

  it('lets the owner alone buy above a price that the owner set', async () => {
    const of = await made('starter');
    const { ask } = service();
    const { body: member } = await of.send('POST /sandbox/members', { role: 'ADMIN' });
    const admin = String(member['sessionToken']);
    const bound = { ownerBuysAbove: 10 };
    expect(codeOf(await ask(admin, 'PUT /billing/purchase-bound', bound))).to.deep.equal([403, 'FORBIDDEN']);
    expect((await ask(of.sessionToken, 'PUT /billing/purchase-bound', bound)).body).to.deep.equal(bound);
    expect(await read(of, '/billing/current')).to.include(bound);
    for (const by of [admin, of.apiKey])
      expect(codeOf(await ask(by, 'POST /billing/credits', { credits: 1000 }))).to.deep.equal([403, 'FORBIDDEN']);
    expect((await ask(admin, 'POST /billing/credits', { credits: 10 })).status).to.equal(200);
    expect((await ask(of.sessionToken, 'POST /billing/credits', { credits: 1000 })).status).to.equal(200);
    const free = await made('free');
    expect(codeOf(await free.send('POST /billing/credits', { credits: 10 }))[1]).to.equal('AI_SUBSCRIPTION');
  });

  it('follows what was changed at the payment provider, when a signed event is a reason to ask', async () => {
    const of = await service().workspace('starter', false);
    const origin = of.baseUrl.replace(/\/v1$/, '');
    const stripe = await stripeClient('sk_test_sandbox', `${origin}${paymentSandboxPath}`);
    await stripe.subscriptions.update(`sub_${of.userId}`, {
      items: [{ id: `si_plan_${of.userId}`, price: 'price_agency_monthly' }],
    });
    const payload = JSON.stringify({
      id: 'evt_1',
      object: 'event',
      type: 'customer.subscription.updated',
      data: { object: { id: `sub_${of.userId}`, metadata: { ownerId: of.userId } } },
    });
    const deliver = async (secret: string) => {
      const signature = stripe.webhooks.generateTestHeaderString({ payload, secret });
      const headers = { 'stripe-signature': signature, 'content-type': 'application/json' };
      return fetch(`${of.baseUrl}/billing/stripe-webhook`, { method: 'POST', headers, body: payload });
    };
    expect((await deliver('whsec_other')).status).to.equal(400);
    expect((await read(of, '/billing/current'))['plan']).to.equal('starter');
    for (let time = 0; time < 3; time++) expect((await deliver(playedWebhookSecret)).status).to.equal(200);
    await of.awaited('GET /billing/current', ({ plan }) => plan === 'agency');
    await of.awaited(`GET /workspaces/${of.workspaceId}`, ({ plan }) => plan === 'agency');
    const { events } = await service().store.read(`subscription-${of.userId}`);
    expect(events.filter(({ type }) => type === 'SubscriptionTermsChanged')).to.have.length(1);
  });

  it('is bought at a page of the payment provider by an owner who has none', async () => {
    const of = await made('free');
    await of.send('POST /sandbox/payments', { outcome: 'no_payment_method' });
    const { status, body } = await of.send('POST /billing/checkout', { plan: 'pro' });
    expect(status, JSON.stringify(body)).to.equal(200);
    expect(await planOf(of)).to.equal('free');
    expect((await fetch(String(body['url']), { redirect: 'manual' })).status).to.equal(303);
    expect(await read(of, '/billing/current')).to.include({ plan: 'pro', status: 'active', trialEnd: null });
    expect(codeOf(await of.send('POST /billing/checkout', { plan: 'agency' }))).to.deep.equal([409, 'CONFLICT']);
    expect((await fetch(String(body['url']), { redirect: 'manual' })).status, 'paid once').to.equal(410);
    expect((await of.send('POST /subscription/change-plan', { plan: 'agency' })).status).to.equal(200);
  });

  it('sells credits, each purchase once', async () => {
    const of = await made('starter');
    const key = { 'idempotency-key': 'buy-1' };
    const first = await of.send('POST /billing/credits', { credits: 50 }, key);
    expect(first.body).to.include({ success: true, credits: 50, charged: 2 });
    await of.send('POST /billing/credits', { credits: 50 }, key);
    const credits = await read(of, '/billing/credits');
    expect(credits).to.include({ remaining: 150, purchased: 50, used: 0 });
    const movements = credits['data'] as { type: string; credits: number; cause: { kind: string } }[];
    expect(movements[0]).to.deep.include({ type: 'purchased', credits: 50 });
    expect(movements[0]?.cause.kind).to.equal('purchase');
  });
});
