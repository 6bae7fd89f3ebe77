import { z } from 'zod';
import { creditMover, type CreditsOffice } from '../../../commands/credits/credits-of.ts';
import { writeEndpoint, type WriteEndpoint } from '../../../commands/kernel/endpoint.ts';
import { requireTest } from './ports.ts';

/** More than any plan brings, and still a number that a column of the read model can hold. */
const maxBalance = 1_000_000_000;
const Balance = z.object({ balance: z.int().min(0).max(maxBalance) });

/** Lets a test run out of credits, or have any number of them. */
export const setSandboxCredits = ({
  credits,
}: Readonly<{ credits: Pick<CreditsOffice, 'setBalance'> }>): WriteEndpoint =>
  writeEndpoint({
    method: 'POST',
    path: '/v1/sandbox/credits',
    id: 'setSandboxCredits',
    summary: "Set the AI credit balance of the workspace's owner",
    description:
      'Afterwards exactly `balance` credits are left. Credits that were reserved for running work are withdrawn ' +
      'first, so a bulk generation job that runs meanwhile is paused.',
    body: Balance,
    reply: Balance,
    run: async ({ body: { balance } }, context) => {
      requireTest(context.caller);
      const cause = { kind: 'sandbox', id: context.commandId } as const;
      const { remaining } = await credits.setBalance(balance, cause, creditMover(context));
      return { body: { balance: remaining } };
    },
  });
