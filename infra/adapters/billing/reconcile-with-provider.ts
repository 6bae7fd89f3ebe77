import { commandIdFor } from '../../../commands/kernel/deterministic-ids.ts';
import type { CommandHandler } from '../../../commands/kernel/handle.ts';
import type { PaymentProvider } from '../../../domain/billing/payment-provider.ts';
import { subscription } from '../../../domain/billing/subscription.ts';
import type { Mode } from '../../../domain/kernel/mode.ts';

type Parts = Readonly<{
  commands: CommandHandler;
  provider(mode: Mode): PaymentProvider | undefined;
  now(mode: Mode): Date;
  /** Called with what was appended, for readers of the workspace that it was bought in. */
  appended(workspaceId: string, commit: bigint): void | Promise<void>;
}>;

/**
 * Asks the payment provider for a person's subscription and records the answer. `reason` names the
 * event that asked. The answer is the state of now, so events may come late, twice or in any order.
 */
export const reconcileWithProvider =
  ({ commands, provider, now, appended }: Parts) =>
  async (ownerId: string, reason: string): Promise<void> => {
    const state = (await commands.load(subscription, ownerId, undefined))?.state;
    if (!state) return;
    const { mode, workspaceId, providerId, customerId } = state;
    const asked = provider(mode);
    const answer = await (providerId !== null
      ? asked?.subscription(providerId)
      : customerId !== null
        ? asked?.subscriptionOfCustomer(customerId)
        : undefined);
    if (!answer) return;
    const at = now(mode).toISOString();
    const { position } = await commands.handle(
      subscription,
      ownerId,
      { type: 'record-provider-answer', answer, now: at },
      {
        commandId: commandIdFor('payment-look', ownerId, reason, at),
        meta: {
          workspaceId,
          mode,
          actor: { kind: 'system', id: 'payments' },
          $correlationId: reason,
          occurredAt: at,
        },
        shared: true,
      },
    );
    if (position) await appended(workspaceId, position.commit);
  };
