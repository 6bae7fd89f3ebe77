import { sql } from 'kysely';
import { z } from 'zod';
import { platformFrom } from '../../domain/platforms/platform.ts';
import type { ReadContext } from '../kernel/endpoint.ts';
import { matching } from './contact-search.ts';

/** Tags of a query string, separated by commas. */
const Tags = z
  .string()
  .max(2_000)
  .transform((text) => [...new Set(text.split(',').map((tag) => tag.trim()))].filter((tag) => tag !== ''))
  .meta({ override: { type: 'string', description: 'Separated by commas; a contact must have all of them' } });

/** Spread it into the query schema of an answer about chosen contacts. */
export const ContactFilter = {
  search: z.string().max(255).optional(),
  platform: z
    .string()
    .refine((text) => platformFrom(text) !== undefined, 'not a platform of this service')
    .optional()
    .meta({ description: 'In any casing' }),
  tags: Tags.optional(),
};
export type ContactFilter = Readonly<{
  search?: string | undefined;
  platform?: string | undefined;
  tags?: readonly string[] | undefined;
}>;

/** The query for chosen contacts; undefined where no contact can match. */
export const filteredContacts = (
  { search, platform: named, tags = [] }: ContactFilter,
  { db, caller }: Pick<ReadContext, 'db' | 'caller'>,
) => {
  let wanted = db.selectFrom('contacts').where('workspace_id', '=', caller.workspaceId);
  const platform = named === undefined ? undefined : platformFrom(named);
  if (platform !== undefined) wanted = wanted.where('platform', '=', platform);
  if (tags.length > 0) wanted = wanted.where(sql<boolean>`tags @> ${tags}`);
  if (search === undefined || search.trim() === '') return wanted;
  const match = matching(search);
  return match && wanted.where(match);
};

/** The most matches of a filter that are counted: a count costs as much as it finds. */
export const maxCounted = 100_000;

/** How many contacts a filter chooses, `maxCounted` at most; all contacts of a workspace are counted as they come and go. */
export const countContacts = async (
  filter: ContactFilter,
  { db, caller }: Pick<ReadContext, 'db' | 'caller'>,
): Promise<number> => {
  const wanted = filteredContacts(filter, { db, caller });
  if (!wanted) return 0;
  const { search = '', platform, tags = [] } = filter;
  if (search.trim() === '' && platform === undefined && tags.length === 0) {
    const row = await db
      .selectFrom('contact_totals')
      .select('contacts')
      .where('workspace_id', '=', caller.workspaceId)
      .executeTakeFirst();
    return row?.contacts ?? 0;
  }
  const { total } = await db
    .selectFrom(wanted.select('id').limit(maxCounted).as('counted'))
    .select(({ fn }) => fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
};
