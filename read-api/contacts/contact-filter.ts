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
