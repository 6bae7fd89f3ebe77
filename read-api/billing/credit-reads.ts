import { z } from 'zod';
import { AnsweredInstant } from '../../domain/kernel/answered-times.ts';
import { creditAccountId } from '../../domain/credits/credit-account-id.ts';
import { CreditMovement, creditMovementsOf, creditReadModels } from '../credits/credit-history.ts';
import { readEndpoint, type ReadEndpoint } from '../kernel/endpoint.ts';
import { numberedPage, numberedQuery } from '../kernel/page.ts';
import { creditsUsed } from './credits-used.ts';
import { ownerModels, payingOwner } from './paying-owner.ts';

const Pagination = z.object({ page: z.int(), limit: z.int(), total: z.int(), totalPages: z.int() });

/** GET /v1/billing/credits. */
export const listCredits = readEndpoint({
  method: 'GET',
  path: '/v1/billing/credits',
  id: 'listCredits',
  summary: 'The AI credits of the owner, and what moved them',
  description:
    'Movements are the newest first; each names what caused it. limit is used, reserved and remaining together; ' +
    'purchased is the part of remaining that does not expire.',
  query: z.object({ ...numberedQuery }),
  reply: z.object({
    limit: z.int(),
    used: z.int(),
    reserved: z.int(),
    remaining: z.int(),
    purchased: z.int(),
    balance: z.int().meta({ description: 'The same as remaining' }),
    period: z.object({ start: AnsweredInstant, end: AnsweredInstant }),
    data: z.array(CreditMovement),
    pagination: Pagination,
  }),
  reads: [...ownerModels, ...creditReadModels],
  async run({ query: { page, limit } }, context) {
    const { ownerId, entitlement } = await payingOwner(context);
    const credits = await creditsUsed(ownerId, entitlement, context);
    const accountId = creditAccountId(ownerId, context.caller.mode);
    const { movements, total } = await creditMovementsOf(context.db, accountId, { page, limit });
    const pagination = numberedPage(page, limit, total);
    return {
      body: { ...credits, balance: credits.remaining, data: movements.map((each) => ({ ...each })), pagination },
    };
  },
});

/** The GETs about AI credits under /v1/billing. */
export const creditReads: readonly ReadEndpoint[] = [listCredits];
