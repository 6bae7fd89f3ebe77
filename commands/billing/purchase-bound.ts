import { z } from 'zod';
import { notFound } from '../../domain/kernel/refused.ts';
import { workspace } from '../../domain/workspaces/workspace.ts';
import { writeEndpoint } from '../kernel/endpoint.ts';

const maxBound = 1_000_000;

/** PUT /v1/billing/purchase-bound. */
export const setPurchaseBound = writeEndpoint({
  method: 'PUT',
  path: '/v1/billing/purchase-bound',
  id: 'setPurchaseBound',
  summary: 'Set the price above which the owner alone buys',
  description:
    'ownerBuysAbove is US dollars; null, the value of a new workspace, is no bound. Above it a purchase of credits, a ' +
    'higher plan, an add-on or a checkout by anyone else is 403 FORBIDDEN, an API key of the owner included. A change ' +
    'of the plan or the add-on counts with the price that it adds a period. Only the owner sets it, with a session.',
  body: z.object({ ownerBuysAbove: z.number().min(0).max(maxBound).nullable() }),
  reply: z.object({ ownerBuysAbove: z.number().nullable() }),
  access: 'session',
  errors: ['FORBIDDEN', 'NOT_FOUND'],
  async run({ body: { ownerBuysAbove } }, context) {
    const { workspaceId, userId: by } = context.caller;
    const command = { type: 'set-purchase-bound', by, ownerBuysAbove } as const;
    const { state } = await context.handle(workspace, workspaceId, command);
    if (!state) throw notFound('workspace');
    return { body: { ownerBuysAbove: state.ownerBuysAbove } };
  },
});
