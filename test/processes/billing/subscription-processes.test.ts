import { expect } from 'chai';
import { PaymentRefused, type PaymentProvider } from '../../../domain/billing/payment-provider.ts';
import type { Recorded } from '../../../domain/kernel/event.ts';
import { splitAccounts } from '../../../domain/billing/kept-accounts.ts';
import { paymentSettlement } from '../../../processes/billing/payment-settlement.ts';
import { planOfOwner } from '../../../processes/billing/plan-of-owner.ts';
import { purchasedCredits } from '../../../processes/billing/purchased-credits.ts';
import { subscriptionTimers } from '../../../processes/billing/subscription-timers.ts';
import { unusedSubscriptions } from '../../../processes/billing/unused-subscriptions.ts';
import { workspaceGrace } from '../../../processes/billing/workspace-grace.ts';
import { event } from '../../../projections/authoring/projection-spec.ts';
import { processSpec } from '../../support/process-spec.ts';

const at = '2026-01-10T00:00:00.000Z';
const end = '2026-02-10T00:00:00.000Z';
const graceUntil = '2026-02-15T00:00:00.000Z';
const inStream = { workspaceId: 'w1', stream: 'subscription-u1', at };
const pro = { plan: 'pro', billingPeriod: 'monthly', aiTier: null } as const;
const free = { ...pro, plan: 'free' } as const;

const started = event(
  'SubscriptionStarted',
  {
    ownerId: 'u1',
    mode: 'live',
    workspaceId: 'w1',
    ...pro,
    anchor: at,
    source: 'purchase',
    providerId: 'sub_1',
    trialStart: null,
    trialEnd: null,
  },
  inStream,
);
const linked = event(
  'SubscriptionCustomerLinked',
  { ownerId: 'u1', mode: 'live', workspaceId: 'w1', customerId: 'cus_1' },
  inStream,
);
const pending = event('SubscriptionChangePending', { type: 'cancellation', ...free, effectiveDate: end }, inStream);
const ended = event(
  'SubscriptionTermsChanged',
  { ...free, anchor: end, reason: 'period_end', graceUntil },
  { ...inStream, at: end },
);
const workspaceOf = (id: string, plan: 'pro' | 'free', ownerId = 'u1'): readonly Recorded[] => [
  event('SlotTaken', { holder: id, until: null }, { workspaceId: id, stream: `ownedWorkspaces-${ownerId}`, at }),
  event(
    'WorkspaceCreated',
    { workspaceId: id, name: id, slug: id, logo: null, plan, mode: 'live', ownerId, settings: {} },
    { workspaceId: id, stream: `workspace-${id}`, at },
  ),
];
const accountsOf = (workspaceId: string, ...ids: readonly string[]): readonly Recorded[] =>
  ids.flatMap((accountId) => [
    event(
      'AccountSlotTaken',
      { nativeKey: accountId, accountId, platform: 'TWITTER' },
      { workspaceId, stream: `accountRegistry-${workspaceId}`, at },
    ),
    event(
      'AccountConnected',
      {
        accountId,
        connectionId: `${accountId}-1`,
        platform: 'TWITTER',
        nativeId: accountId,
        username: accountId,
        displayName: accountId,
        tokenVersion: 1,
        connectedById: null,
      },
      { workspaceId, stream: `account-${accountId}`, at },
    ),
  ]);
const typesIn = (events: readonly Recorded[] | undefined): string[] =>
  (events ?? []).map(({ type, stream }) => `${type} ${stream}`);

describe('the timers of a subscription', () => {
  const given = processSpec(subscriptionTimers);

  it('let a pending change take effect when the paid period ends', async () => {
    given(linked, started, pending).owes({ type: 'apply', ownerId: 'u1', effectiveDate: end }).at(end);
    await given(linked, started, pending).acting(undefined).sends({ type: 'apply-pending', effectiveDate: end });
  });
  it('forget a change that was withdrawn', () =>
    given(linked, started, pending, event('SubscriptionChangeWithdrawn', {}, inStream)).owesNothing());
  it('pause the accounts beyond the plan when the grace ends, the chosen ones last', async () => {
    const chosen = event('SubscriptionAccountsDesignated', { accountIds: ['a5', 'a4'] }, inStream);
    const log = [...workspaceOf('w1', 'free'), ...accountsOf('w1', 'a1', 'a2', 'a3', 'a4', 'a5')];
    const spec = given(linked, started, pending, chosen, ended, ...log);
    spec.owes({ type: 'end-grace', ownerId: 'u1', graceUntil }).at(graceUntil);
    expect(typesIn(await spec.carriedOut(undefined))).to.deep.equal([
      'AccountPaused account-a2',
      'AccountPaused account-a3',
      'SubscriptionGraceEnded subscription-u1',
    ]);
  });
  it('pause nothing after a higher plan meanwhile', () => {
    const higher = event(
      'SubscriptionTermsChanged',
      { ...pro, anchor: end, reason: 'requested', graceUntil: null },
      inStream,
    );
    given(linked, started, pending, ended, higher).owesNothing();
  });
  it('go on after the deletion of the workspace that the subscription was bought in', () => {
    const deleted = event('WorkspaceDeleted', { deletedBy: 'u1' }, { workspaceId: 'w1', stream: 'workspace-w1', at });
    given(linked, started, pending, deleted).owes({ type: 'apply', ownerId: 'u1', effectiveDate: end });
  });
});

describe('the plan of an owner', () => {
  const given = processSpec(planOfOwner, 'u1');

  it('reaches every workspace, and none of others', async () => {
    const log = [...workspaceOf('w1', 'pro'), ...workspaceOf('w2', 'pro'), ...workspaceOf('w3', 'pro', 'u2')];
    const changed = await given(linked, started, pending, ended, ...log).carriedOut(undefined);
    expect(typesIn(changed)).to.deep.equal(['WorkspacePlanChanged workspace-w1', 'WorkspacePlanChanged workspace-w2']);
    expect(changed?.map(({ meta }) => meta.workspaceId)).to.deep.equal(['w1', 'w2']);
  });
  it('lets paused accounts publish again that it has room for', async () => {
    const paused = ['a1', 'a2'].map((accountId) =>
      event(
        'AccountPaused',
        { accountId, platform: 'TWITTER' },
        { workspaceId: 'w1', stream: `account-${accountId}`, at },
      ),
    );
    const log = [...workspaceOf('w1', 'free'), ...accountsOf('w1', 'a1', 'a2'), ...paused];
    const changed = await given(linked, started, ...log).carriedOut(undefined);
    expect(typesIn(changed)).to.deep.equal([
      'WorkspacePlanChanged workspace-w1',
      'AccountResumed account-a1',
      'AccountResumed account-a2',
    ]);
  });
  it('is that of the new owner after a transfer: free without a subscription', async () => {
    const moved = event(
      'OwnershipTransferred',
      { requestId: 'r1', fromUserId: 'u2', toUserId: 'u1' },
      { workspaceId: 'w1', stream: 'workspace-w1', at },
    );
    const changed = await given(...workspaceOf('w1', 'pro'), moved).carriedOut(undefined);
    expect(typesIn(changed)).to.deep.equal(['WorkspacePlanChanged workspace-w1']);
  });
});

describe('the grace of a workspace', () => {
  const given = processSpec(workspaceGrace, 'w1');
  const inWorkspace = { workspaceId: 'w1', stream: 'workspace-w1', at: end };
  const lowered = event('WorkspacePlanChanged', { plan: 'free', graceUntil }, inWorkspace);
  const log = [...workspaceOf('w1', 'pro'), ...accountsOf('w1', 'a1', 'a2', 'a3', 'a4', 'a5')];

  it('pauses the accounts beyond the plan at its end, also where no subscription became less', async () => {
    const spec = given(...log, lowered);
    spec.owes({ workspaceId: 'w1', graceUntil }).at(graceUntil);
    const carriedOut = await spec.carriedOut(undefined);
    expect(typesIn(carriedOut)).to.deep.equal([
      'AccountPaused account-a4',
      'AccountPaused account-a5',
      'WorkspaceGraceEnded workspace-w1',
    ]);
    expect(carriedOut?.at(-1)?.data).to.deep.equal({ plan: 'free', graceUntil, pausedAccounts: ['a4', 'a5'] });
  });
  it('ends with a plan that makes up for it', () =>
    given(
      ...log,
      lowered,
      event('WorkspacePlanChanged', { plan: 'pro', graceUntil: null }, inWorkspace),
    ).owesNothing());
});

describe('a subscription without a workspace', () => {
  const given = processSpec(unusedSubscriptions, 'u1');
  const handedOver = event(
    'OwnershipTransferred',
    { requestId: 'r1', fromUserId: 'u1', toUserId: 'u2' },
    { workspaceId: 'w1', stream: 'workspace-w1', at },
  );
  const calls = () => {
    const made: unknown[] = [];
    const changeAtPeriodEnd = async (...call: readonly unknown[]) => void made.push(call);
    return { made, ports: { paymentProvider: () => ({ changeAtPeriodEnd }) as unknown as PaymentProvider } };
  };
  const paying = [linked, started];

  it('ends with the paid period', async () => {
    const { made, ports } = calls();
    const carriedOut = await given(...paying, ...workspaceOf('w1', 'pro'), handedOver).carriedOut(ports);
    expect(carriedOut?.map(({ type }) => type)).to.deep.equal([
      'PaymentStarted',
      'PaymentSucceeded',
      'SubscriptionChangePending',
    ]);
    expect(carriedOut?.at(-1)?.data).to.deep.include({ type: 'cancellation', plan: 'free', effectiveDate: end });
    expect(made).to.have.length(1);
  });
  it('ends too where a lower plan was on its way at the hand-over', async () => {
    const { made, ports } = calls();
    const lower = { type: 'downgrade', ...pro, plan: 'starter', effectiveDate: end } as const;
    const pendingToo = event('SubscriptionChangePending', lower, inStream);
    const carriedOut = await given(...paying, ...workspaceOf('w1', 'pro'), handedOver, pendingToo).carriedOut(ports);
    expect(carriedOut?.at(-1)?.data).to.deep.include({ type: 'cancellation', plan: 'free' });
    expect(made).to.have.length(1);
  });
  it('is looked at again after a payment that was under way at the hand-over', async () => {
    const { made, ports } = calls();
    const upgrade = { purpose: 'pending_change', ...pro, credits: null, effectiveDate: end } as const;
    const underWay = event('PaymentStarted', { paymentId: 'p1', ...upgrade }, inStream);
    const before = [...paying, pending, underWay, ...workspaceOf('w1', 'pro'), handedOver];
    const waiting = { ownerId: 'u1', at, attempt: 1 };
    given(...before).owes(waiting);
    expect(await given(...before).carriedOut(ports)).to.deep.equal([]);
    const kept = event(
      'SubscriptionChangePending',
      { type: 'downgrade', ...pro, plan: 'starter', effectiveDate: end },
      inStream,
    );
    const paid = event('PaymentSucceeded', { paymentId: 'p1', providerId: null }, inStream);
    const carriedOut = await given(...before, paid, kept).carriedOut(ports);
    expect(carriedOut?.at(-1)?.data).to.deep.include({ type: 'cancellation', plan: 'free' });
    expect(made).to.have.length(1);
  });
  it('goes on where its payer has another workspace', async () => {
    const { made, ports } = calls();
    await given(...paying, ...workspaceOf('w1', 'pro'), ...workspaceOf('w2', 'pro'), handedOver)
      .acting(ports)
      .endsInstance();
    expect(made).to.deep.equal([]);
  });
  it('is ended ten minutes later where the provider refused', async () => {
    const refuse = async () => {
      throw new PaymentRefused('rate_limit', 'Too many requests');
    };
    const ports = { paymentProvider: () => ({ changeAtPeriodEnd: refuse }) as unknown as PaymentProvider };
    const spec = given(...paying, ...workspaceOf('w1', 'pro'), handedOver);
    const carriedOut = (await spec.carriedOut(ports)) ?? [];
    expect(carriedOut.map(({ type }) => type)).to.deep.equal(['PaymentStarted', 'PaymentFailed']);
    given(...paying, ...workspaceOf('w1', 'pro'), handedOver, ...carriedOut).owes({
      ownerId: 'u1',
      at: '2026-01-10T00:10:00.000Z',
      attempt: 2,
    });
  });
});

describe('the settlement of payments', () => {
  const given = processSpec(paymentSettlement);
  const open = event(
    'PaymentStarted',
    { paymentId: 'p1', purpose: 'change', ...pro, credits: null, effectiveDate: null },
    inStream,
  );
  const due = '2026-01-10T00:02:00.000Z';
  const ports = (outcome: object) => ({
    paymentProvider: () => ({ outcomeOf: async () => outcome }) as unknown as PaymentProvider,
  });

  it('asks for the outcome two minutes after a payment began', async () => {
    given(linked, open).owes({ ownerId: 'u1', paymentId: 'p1', at: due }).at(due);
    await given(linked, open)
      .acting(ports({ found: true, providerId: 'sub_1' }))
      .sends({ type: 'succeed-payment', paymentId: 'p1', providerId: 'sub_1', now: due });
  });
  it('fails a payment that the provider never received', async () => {
    const [failed] = (await given(linked, open).carriedOut(ports({ found: false }))) ?? [];
    expect(failed?.type).to.equal('PaymentFailed');
  });
  it('asks nothing after an outcome', () =>
    given(linked, open, event('PaymentSucceeded', { paymentId: 'p1', providerId: 'sub_1' }, inStream)).owesNothing());
  it('leaves a payment open that cannot be asked for', () =>
    given(linked, open)
      .acting({ paymentProvider: () => undefined })
      .throws(/no payment provider/));
});

describe('purchased credits', () => {
  it('reach the ledger under the id of their payment', async () => {
    const bought = event('CreditsPurchased', { paymentId: 'p1', ownerId: 'u1', credits: 100 }, inStream);
    const added: unknown[] = [];
    const ports = { addCredits: async (purchase: object) => void added.push(purchase) };
    await processSpec(purchasedCredits)(bought).acting(ports).endsInstance();
    expect(added).to.deep.equal([{ ownerId: 'u1', purchaseId: 'p1', credits: 100 }]);
  });
});

describe('the accounts that a limit leaves', () => {
  it('are the chosen ones, then those that were connected first', () => {
    expect(splitAccounts(['a', 'b', 'c'], ['c', 'x'], 2)).to.deep.equal({ within: ['c', 'a'], beyond: ['b'] });
    expect(splitAccounts(['a', 'b'], [], null)).to.deep.equal({ within: ['a', 'b'], beyond: [] });
  });
});
