import type { Kysely } from 'kysely';
import type { ContactPorts } from '../../../commands/contacts/ports.ts';
import type { ReadModels } from '../../../projections/database.ts';
import { contactDetail } from '../../../read-api/contacts/presented-contacts.ts';

type Parts = Pick<ContactPorts, 'messaging' | 'now'> & Readonly<{ db: Kysely<ReadModels> }>;

/** Answers about contacts, with what the read models hold. */
export const contactPorts = ({ db, ...others }: Parts): ContactPorts => ({
  ...others,
  detailOf: (view, activity, { workspaceId, now }) =>
    contactDetail(view, activity, { db, now, caller: { workspaceId } }),
});
