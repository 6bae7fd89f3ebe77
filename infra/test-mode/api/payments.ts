import { paymentOutcomes } from '@social-publishing/payment-sandbox';
import { z } from 'zod';
import { writeEndpoint, type WriteEndpoint } from '../../../commands/kernel/endpoint.ts';
import { requireTest, type SandboxApiPorts } from './ports.ts';

const Outcome = z.object({ outcome: z.enum(paymentOutcomes) });

/** Lets a test decide how payments end. */
export const setSandboxPayments = ({ setPaymentOutcome }: SandboxApiPorts): WriteEndpoint =>
  writeEndpoint({
    method: 'POST',
    path: '/v1/sandbox/payments',
    id: 'setSandboxPayments',
    summary: 'Decide how the next payment calls of the workspace end',
    description:
      'Holds for every call that changes a subscription or charges, a cancellation too, until it is set again. It ' +
      'is that of the owner, so it holds for all of their workspaces.',
    body: Outcome,
    reply: Outcome,
    run: async ({ body: { outcome } }, { caller }) => {
      requireTest(caller);
      await setPaymentOutcome(caller.workspaceId, outcome);
      return { body: { outcome } };
    },
  });
