import type { Mode } from '../../domain/kernel/mode.ts';
import { z } from 'zod';
import { KnownDestination } from '../../domain/accounts/account-events.ts';
import { destinationRule } from '../../domain/accounts/destination-rules.ts';
import { Refused } from '../../domain/kernel/refused.ts';
import { Platform } from '../../domain/platforms/platform.ts';
import { readEndpoint } from '../kernel/endpoint.ts';
import { accountParams, accountRow } from './account-details.ts';

/**
 * Asks the platform for the places that an account can publish to; undefined where it does not
 * answer.
 */
export type LiveDestinations = (
  accountId: string,
  scope: Readonly<{ workspaceId: string; mode: Mode }>,
) => Promise<readonly KnownDestination[] | undefined>;

const Pages = z.object({
  pages: z.array(KnownDestination),
  data: z.array(KnownDestination).meta({ description: 'The same array' }),
  selectedPageId: z.string().nullable(),
});

/**
 * GET /v1/accounts/:id/pages: the Pages, organizations, boards or locations of the account. They
 * come from the platform where it answers, else from the last stored list. An account without such
 * places has an empty list.
 */
export const getAccountPages = ({ liveDestinations }: Readonly<{ liveDestinations: LiveDestinations }>) =>
  readEndpoint({
    method: 'GET',
    path: '/v1/accounts/:id/pages',
    id: 'listAccountPages',
    summary: 'The Pages, organizations, boards or locations an account can publish to',
    description:
      '`pages` and `data` are the same array. It comes from the platform where that answers within 8 ' +
      'seconds, else from the last stored list. It is empty where the platform has no such places.',
    params: accountParams,
    reply: Pages,
    errors: ['DESTINATIONS_NOT_LOADED'],
    reads: ['accounts'],
    async run({ params: { id } }, { caller, db }) {
      const row = await accountRow(db, id, caller.workspaceId);
      const { oauthVersion } = row.view;
      const rule = destinationRule({ platform: Platform.parse(row.platform), oauthVersion });
      const asked = rule && row.status !== 'disconnected';
      const live = asked
        ? await liveDestinations(id, { workspaceId: caller.workspaceId, mode: caller.mode })
        : undefined;
      const pages = live ?? row.destinations ?? (asked ? undefined : []);
      if (!pages)
        throw new Refused('DESTINATIONS_NOT_LOADED', 'The platform has not listed the pages yet; try again shortly');
      return { body: { pages, data: pages, selectedPageId: row.page_id } };
    },
  });
