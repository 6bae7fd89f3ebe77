import { z } from 'zod';
import { AccountId, at, Cursor, Limit, PlatformName, withQuery } from './fields.ts';
import { AccountShape, AccountsResult } from './results.ts';
import { tool, type Tool } from './tool.ts';

/** An account as the API answers it. Only its health matters here. */
const Account = z.looseObject({
  status: z.unknown().optional(),
  error: z.unknown().optional(),
  warning: z.unknown().optional(),
  paused: z.unknown().optional(),
});
const Page = z.object({
  accounts: z.array(Account),
  pagination: z.object({ next_cursor: z.string().nullable() }).optional(),
});

const needsAttention = ({ status, error, warning, paused }: z.infer<typeof Account>): boolean =>
  status !== 'ACTIVE' || error !== undefined || warning !== undefined || paused === true;

/** The tools of the connected accounts. */
export const accountTools: readonly Tool[] = [
  tool({
    name: 'list_accounts',
    title: 'List accounts',
    description: 'The social accounts connected to the workspace, with their ids, platforms and statuses.',
    effect: 'reads',
    calls: ['GET /v1/accounts'],
    input: {
      status: z.string().max(40).optional().describe('For example ACTIVE'),
      platform: PlatformName.optional(),
      limit: Limit,
      cursor: Cursor,
    },
    output: AccountsResult,
    call: (query, { rest }) => rest('GET', withQuery('/v1/accounts', query)),
  }),
  tool({
    name: 'get_account',
    title: 'Get an account',
    description: 'An account with its status, and what is wrong with it.',
    effect: 'reads',
    calls: ['GET /v1/accounts/:id'],
    input: { accountId: AccountId },
    output: z.object(AccountShape),
    call: ({ accountId }, { rest }) => rest('GET', at('/v1/accounts', accountId)),
  }),
  tool({
    name: 'check_accounts',
    title: 'Check the health of the accounts',
    description:
      'The accounts that need a person: they do not publish, or will stop soon. Of the first hundred accounts; nextCursor ' +
      'leads to more.',
    effect: 'reads',
    calls: ['GET /v1/accounts'],
    input: { cursor: Cursor },
    output: z.object({
      checked: z.number(),
      needAttention: z.array(z.object(AccountShape)),
      nextCursor: z.string().nullable().optional(),
    }),
    call: async ({ cursor }, { rest }) => {
      const answer = await rest('GET', withQuery('/v1/accounts', { limit: 100, cursor }));
      if (answer.status !== 200) return answer;
      const { accounts, pagination } = Page.parse(answer.body);
      const needAttention = accounts.filter(needsAttention);
      const nextCursor = pagination?.next_cursor ?? null;
      return { status: 200, body: { checked: accounts.length, needAttention, nextCursor } };
    },
  }),
];
