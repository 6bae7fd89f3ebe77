import type { FindContext } from '../../domain/platforms/publisher.ts';
import type { DestinationState } from '../../domain/posts/destination-state.ts';
import type { ActContext } from '../kernel/act-context.ts';
import type { PublishingPorts } from './ports.ts';

/** Claims objects for one destination. `since`: when its sends began at the earliest (ISO 8601). */
export const claimsFor =
  (
    { claims }: Pick<PublishingPorts, 'claims'>,
    { workspaceId }: Pick<ActContext, 'workspaceId'>,
    { postPlatformId, accountId }: Pick<DestinationState, 'postPlatformId' | 'accountId'>,
    since: string,
  ): FindContext['claim'] =>
  (nativeId) =>
    claims.claim({ workspaceId, accountId, postPlatformId, nativeId, since });
