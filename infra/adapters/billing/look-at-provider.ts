import { commandIdFor } from '../../../commands/kernel/deterministic-ids.ts';
import type { CommandHandler } from '../../../commands/kernel/handle.ts';
import type { PaymentProvider } from '../../../domain/billing/payment-provider.ts';
import { subscription } from '../../../domain/billing/subscription.ts';
import type { Mode } from '../../../domain/kernel/mode.ts';

type Parts = Readonly<{
  commands: CommandHandler;
  provider(mode: Mode): PaymentProvider | undefined;
  now(mode: Mode): Date;
}>;

/**
 * Asks the payment provider for a person's subscription and records the answer. `reason` names the
 * event that asked. The answer is the state of now, so events may come late, twice or in any order.
 */
export const lookAtProvider =
  ({ commands, provider, now }: Parts) =>
  async (ownerId: string, reason: string): Promise<void> => {
    const state = (await commands.load(subscription, ownerId, undefined))?.state;
    if (!state?.providerId) return;
    const { mode, workspaceId, providerId } = state;
    const look = await provider(mode)?.look(providerId);
    if (!look) return;
    const at = now(mode).toISOString();
    await commands.handle(
      subscription,
      ownerId,
      { type: 'record-look', look, now: at },
      {
        commandId: commandIdFor('payment-look', ownerId, reason, at),
        meta: {
          ...{ workspaceId, mode, actor: { kind: 'system', id: 'payments' } },
          ...{ $correlationId: reason, occurredAt: at },
        },
      },
      { shared: true },
    );
  };
