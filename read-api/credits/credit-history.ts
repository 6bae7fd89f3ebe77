import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { CreditMovementRow } from '../../projections/credits/credit-movements.ts';
import { movementTypes } from '../../projections/credits/credit-movements.ts';
import type { CreditAccountView } from '../../domain/credits/credit-view.ts';
import type { ReadModels } from '../../projections/database.ts';

/** One movement of AI credits, as answers show it. */
export const CreditMovement = z
  .object({
    id: z.string(),
    type: z.enum(movementTypes),
    credits: z.int(),
    /** Left to spend afterwards. */
    balance: z.int(),
    reserved: z.int(),
    cause: z.object({ kind: z.string(), id: z.string() }),
    workspaceId: z.string(),
    createdAt: z.string(),
  })
  .meta({ id: 'CreditMovement' });

const present = (row: CreditMovementRow): z.input<typeof CreditMovement> => ({
  id: row.id,
  type: row.type,
  credits: row.credits,
  balance: row.balance,
  reserved: row.reserved,
  cause: { kind: row.cause_kind, id: row.cause_id },
  workspaceId: row.workspace_id,
  createdAt: row.occurred_at,
});

/** The read models of an answer about credits. */
export const creditReadModels = ['credit_accounts', 'credit_movements'] as const;

type Tables = Pick<Kysely<ReadModels>, 'selectFrom'>;

/** The account after its last movement; undefined before the first. */
export const creditAccountOf = async (db: Tables, accountId: string): Promise<CreditAccountView | undefined> =>
  (await db.selectFrom('credit_accounts').select('view').where('id', '=', accountId).executeTakeFirst())?.view;

/** A numbered page of an account's movements, the newest first. */
export const creditMovementsOf = async (
  db: Tables,
  accountId: string,
  { page, limit }: Readonly<{ page: number; limit: number }>,
): Promise<Readonly<{ movements: readonly z.input<typeof CreditMovement>[]; total: number }>> => {
  const of = db.selectFrom('credit_movements').where('account_id', '=', accountId);
  const rows = await of
    .selectAll()
    .orderBy('place', 'desc')
    .offset((page - 1) * limit)
    .limit(limit)
    .execute();
  const { total } = await of.select((each) => each.fn.countAll<string>().as('total')).executeTakeFirstOrThrow();
  return { movements: rows.map(present), total: Number(total) };
};
