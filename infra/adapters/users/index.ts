import type { Kysely } from 'kysely';
import type { BillingPorts } from '../../../commands/billing/ports.ts';
import { cancelForDeletion } from '../../../commands/billing/deletion.ts';
import type { UserPorts } from '../../../commands/users/ports.ts';

import type { ReadModels } from '../../../projections/database.ts';
import { workspacesOf } from '../../../read-api/users/own-profile.ts';
import { membershipsOf } from '../workspaces/memberships.ts';

type Parts = Pick<UserPorts, 'isHosted' | 'bare' | 'forget'> &
  Readonly<{
    db: Kysely<ReadModels>;
    billing: BillingPorts;
    /** Waits until read models have the end of the log, or goes on without it. */
    atHead(models: readonly string[]): Promise<void>;
  }>;

/** The ports of the write endpoints. */
export const userPorts = ({ db, billing, atHead, ...others }: Parts): UserPorts => ({
  ...others,
  workspacesOf: async (userId) => {
    await atHead(['memberships']);
    return membershipsOf(userId, db);
  },
  shownWorkspacesOf: (userId) => workspacesOf(userId, { db }),
  cancelSubscriptions: cancelForDeletion(billing),
});
