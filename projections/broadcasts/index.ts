import { broadcastBatches } from './broadcast-batches.ts';
import { broadcastDeliveries } from './broadcast-deliveries.ts';
import { broadcasts } from './broadcasts.ts';

export const broadcastProjections = {
  broadcasts,
  broadcast_batches: broadcastBatches,
  broadcast_deliveries: broadcastDeliveries,
};
