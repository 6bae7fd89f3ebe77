import { runAuditTrail, type AuditTrail } from '../log/audit/audit-trail.ts';
import { endpointSnapshotSubscriber } from '../log/history/endpoint-snapshot-subscriber.ts';
import { snapshotSubscriber } from '../log/history/snapshot-subscriber.ts';
import { runProjector } from '../log/subscriptions/projector.ts';
import type { RunningSubscription } from '../log/subscriptions/run-subscription.ts';
import { everyProjection } from './every-projection.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { Snapshots } from './shared-parts.ts';
import type { Stoppable } from './stoppable.ts';

export type ProjectorRole = Readonly<{ projector: RunningSubscription; auditTrail: AuditTrail }>;

/** Keeps the read models, the tree over the log, and the snapshots of the past. */
export const startProjectorRole = async (
  infrastructure: Infrastructure,
  { streams, endpoints }: Snapshots,
  parts: Stoppable,
): Promise<ProjectorRole> => {
  const projections = await everyProjection(infrastructure.config);
  const projector = await runProjector(
    { ...infrastructure, store: infrastructure.store.view({ as: 'opened', shared: true }) },
    projections,
    infrastructure.config.projectorPart,
  );
  parts.add('projector', projector.stop);
  const snapshots = [snapshotSubscriber(streams), endpointSnapshotSubscriber(endpoints)];
  const auditTrail = await runAuditTrail(
    { ...infrastructure, stored: infrastructure.store.view({ as: 'stored', shared: true }) },
    snapshots,
  );
  parts.add('audit trail', auditTrail.stop);
  return { projector, auditTrail };
};
