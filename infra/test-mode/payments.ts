import type { PaymentOutcome, PaymentRecords, PlayedRecord } from '@social-publishing/payment-sandbox';
import { testCustomerId, testSubscriptionId } from '../../commands/billing/start-test-subscription.ts';
import type { CommandHandler } from '../../commands/kernel/handle.ts';
import { arePaid } from '../../domain/billing/terms.ts';
import { notFound } from '../../domain/kernel/refused.ts';
import type { AiTier, Plan } from '../../domain/plans/plan.ts';
import { workspace } from '../../domain/workspaces/workspace.ts';

export type TestSubscription = Readonly<{
  ownerId: string;
  workspaceId: string;
  plan: Plan;
  aiTier: AiTier | null;
  /** ISO 8601: the beginning of the first period. */
  now: string;
}>;

/** Makes a person a customer of the simulated payment provider, with the subscription to what they have. */
export const playSubscription = async (
  { ownerId, workspaceId, plan, aiTier, now }: TestSubscription,
  records: PaymentRecords,
): Promise<void> => {
  const customer = testCustomerId(ownerId);
  const metadata = { ownerId, workspaceId };
  const person: PlayedRecord = ['customer', customer, { id: customer, metadata, outcome: 'ok' }];
  if (!arePaid({ plan, aiTier })) return records.add(person);
  const id = testSubscriptionId(ownerId);
  const items = [
    ...(plan === 'free' ? [] : [{ id: `si_plan_${ownerId}`, price: `price_${plan}_monthly` }]),
    ...(aiTier === null ? [] : [{ id: `si_ai_${ownerId}`, price: `price_ai_${aiTier}_monthly` }]),
  ];
  const subscription = { id, customer, items, metadata: { ownerId }, anchor: now, endsAt: null, createdAt: now };
  await records.add(person, ['subscription', id, subscription], ['subscription', `${customer}/${id}`, subscription]);
};

/** Decides how the next payments of the workspace's owner end. */
export const setPaymentOutcome = async (
  { workspaceId, outcome }: Readonly<{ workspaceId: string; outcome: PaymentOutcome }>,
  commands: Pick<CommandHandler, 'load'>,
  records: PaymentRecords,
): Promise<void> => {
  const ownerId = (await commands.load(workspace, workspaceId, workspaceId))?.state?.ownerId;
  if (ownerId === undefined) throw notFound('workspace');
  const id = testCustomerId(ownerId);
  const customer = (await records.get('customer', id)) ?? { id, metadata: { ownerId, workspaceId } };
  await records.put('customer', id, { ...customer, outcome });
};
