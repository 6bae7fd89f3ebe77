import type { AiPorts } from '../../commands/ai/ports.ts';
import { requireAi } from '../../commands/ai/charged.ts';
import { allows } from '../../domain/plans/plan.ts';
import type { AiReadPorts } from '../../read-api/ai/ai-reads.ts';
import { publishedHours } from '../adapters/ai/published-hours.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { Parts } from './parts.ts';

const ownerOfKey = (workspaceId: string) => ({ kind: 'ai_key', id: workspaceId, workspaceId });
const keyName = 'key';

/** What the endpoints of AI texts need. */
export const aiPorts = (
  { db, vault }: Pick<Infrastructure, 'db' | 'vault'>,
  { ai, credits }: Pick<Parts, 'ai' | 'credits'>,
): AiPorts => ({
  credits,
  provider: ai.of,
  ownProvider: ai.own,
  keys: {
    get: async (workspaceId) => (await vault.get(ownerOfKey(workspaceId), keyName))?.value,
    put: (workspaceId, key) => vault.put(ownerOfKey(workspaceId), keyName, key),
    remove: async (workspaceId) => void (await vault.remove(ownerOfKey(workspaceId))),
  },
  publishedHours: publishedHours(db),
});

export const aiReadPorts = (ports: AiPorts): AiReadPorts => ({
  requireAi: (workspaceId, now) => requireAi(ports, workspaceId, now),
  hasAi: async (workspaceId, now) => {
    const { plan, aiTier } = await ports.credits.entitlement(workspaceId, now);
    return allows(plan, 'ai', aiTier);
  },
  names: (mode) => ports.provider({ workspaceId: '', mode })?.names,
  publishedHours: ports.publishedHours,
});
