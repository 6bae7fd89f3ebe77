import type { Mode } from '../../domain/kernel/mode.ts';
import { Refused } from '../../domain/kernel/refused.ts';
import { CreatorInfo } from '../../domain/platforms/creator-info.ts';
import { readEndpoint } from '../kernel/endpoint.ts';
import { accountParams, accountRow } from './account-details.ts';

/**
 * Asks TikTok for the posting options of the creator. Throws `Refused`: VALIDATION_ERROR for a dead
 * token, 503 where TikTok does not answer.
 */
export type AskCreatorInfo = (
  accountId: string,
  scope: Readonly<{ workspaceId: string; mode: Mode }>,
) => Promise<CreatorInfo>;

/**
 * GET /v1/accounts/:id/tiktok/creator-info: always TikTok's current answer, as its posting rules
 * demand.
 */
export const getCreatorInfo = ({ askCreatorInfo }: Readonly<{ askCreatorInfo: AskCreatorInfo }>) =>
  readEndpoint({
    method: 'GET',
    path: '/v1/accounts/:id/tiktok/creator-info',
    id: 'getTikTokCreatorInfo',
    summary: 'What a TikTok account may post now: privacy levels, interaction settings, eligibility',
    description:
      "The answer is TikTok's of this moment. Offer only `privacyLevelOptions`: a post with another " +
      "level is refused. Another platform's account is 400 VALIDATION_ERROR.",
    params: accountParams,
    reply: CreatorInfo,
    errors: ['SERVICE_UNAVAILABLE'],
    reads: ['accounts'],
    async run({ params: { id } }, { caller: { workspaceId, mode }, db }) {
      const { platform } = await accountRow(db, id, workspaceId);
      if (platform !== 'TIKTOK') throw new Refused('VALIDATION_ERROR', 'Only TikTok accounts have creator info');
      return { body: await askCreatorInfo(id, { workspaceId, mode }) };
    },
  });
