import { expect } from 'chai';
import type { Mail } from '../../../domain/mail/mail.ts';
import { consoleLinks } from '../../../domain/notifications/console-links.ts';
import { planMails } from '../../../processes/notifications/plan-mails.ts';
import { event } from '../../../projections/authoring/projection-spec.ts';
import { processSpec } from '../../support/process-spec.ts';

const at = '2026-03-02T10:00:00.000Z';
const graceUntil = '2026-03-07T10:00:00.000Z';
const inWorkspace = { workspaceId: 'w', stream: 'workspace-w', at };
const inSubscription = { workspaceId: 'w', stream: 'subscription-olga', at };
const founded = event(
  'WorkspaceCreated',
  { workspaceId: 'w', name: 'Acme', slug: 'a', logo: null, ownerId: 'olga', mode: 'test', plan: 'pro', settings: {} },
  inWorkspace,
);
const offer = { requestId: 'r1', fromUserId: 'olga', targetUserId: 'mia', expiresAt: graceUntil };
const offered = { ...event('OwnershipTransferRequested', offer, inWorkspace), revision: 1 };

describe('mails of plans, payments and ownership', () => {
  const portsWith = (reaches = true) => {
    const mails: Mail[] = [];
    const ports = {
      mailer: { send: async (mail: Mail) => void mails.push(mail), reaches: () => reaches },
      addressesOf: async (userIds: readonly string[]) =>
        userIds.map((userId) => ({ userId, email: `${userId}@example.com` })),
      consoleLinkOf: consoleLinks('https://social.example'),
    };
    return { mails, ports };
  };
  const given = (instance: string) => processSpec(planMails, instance);
  const note = (notificationId: string, kind: string, ...recipients: readonly string[]) => ({
    type: 'note-mailed',
    notificationId,
    kind,
    recipients,
  });

  it('tell the owner of a lower plan, with the end of its grace', async () => {
    const { mails, ports } = portsWith();
    const lowered = event('WorkspacePlanChanged', { plan: 'free', graceUntil }, inWorkspace);
    await given('workspace_w-1')(founded, { ...lowered, revision: 1 })
      .acting(ports)
      .sends(note('workspace_w-1', 'plan', 'olga'));
    expect(mails[0]).to.include({ to: 'olga@example.com', subject: 'The plan of Acme is free now' });
    expect(mails[0]?.text).to.include('2026-03-07').and.include('https://social.example/console?workspace=w#/plan');
    expect(mails[0]?.action).to.deep.equal({
      label: 'See the plan',
      url: 'https://social.example/console?workspace=w#/plan',
    });
  });

  it('tell nothing of a higher plan, or of a grace that paused nothing', async () => {
    const raised = event('WorkspacePlanChanged', { plan: 'agency', graceUntil: null }, inWorkspace);
    const ended = event('WorkspaceGraceEnded', { plan: 'free', graceUntil, pausedAccounts: [] }, inWorkspace);
    for (const each of [raised, ended]) {
      const { mails, ports } = portsWith();
      await given('workspace_w-1')(founded, { ...each, revision: 1 })
        .acting(ports)
        .endsInstance();
      expect(mails).to.deep.equal([]);
    }
  });

  it('tell both people of an offer, and of its end', async () => {
    const asked = portsWith();
    await given('workspace_w-1')(founded, offered)
      .acting(asked.ports)
      .sends(note('workspace_w-1', 'ownership', 'olga', 'mia'));
    const page = 'https://social.example/console?workspace=w#/ownership';
    expect(asked.mails[1]?.action).to.deep.equal({ label: 'See the offer', url: page });
    const { mails, ports } = portsWith();
    const expired = { ...event('OwnershipTransferExpired', { requestId: 'r1' }, inWorkspace), revision: 2 };
    await given('workspace_w-2')(founded, offered, expired)
      .acting(ports)
      .sends(note('workspace_w-2', 'ownership', 'olga', 'mia'));
    expect(mails[0]?.text).to.include('expired unanswered');
  });

  it('tell the payer of each purchase, and of a failed payment', async () => {
    const bought = event('CreditsPurchased', { paymentId: 'p1', ownerId: 'olga', credits: 1000 }, inSubscription);
    const { mails, ports } = portsWith();
    await given('subscription_olga-0')(founded, bought)
      .acting(ports)
      .sends(note('subscription_olga-0', 'billing', 'olga'));
    expect(mails[0]?.text).to.include('$40.00');
    const due = portsWith();
    const failed = event('SubscriptionPaymentStatusChanged', { status: 'past_due' }, inSubscription);
    await given('subscription_olga-0')(founded, failed)
      .acting(due.ports)
      .sends(note('subscription_olga-0', 'billing', 'olga'));
    expect(due.mails[0]?.subject).to.equal('A payment failed');
  });

  it('are not owed where there is no mail server', async () => {
    await given('workspace_w-1')(founded, offered).acting(portsWith(false).ports).endsInstance();
  });
});
