import { broadcastLanes } from './broadcast-lanes.ts';
import { dueBroadcasts } from './due-broadcasts.ts';

export const broadcastProcesses = [dueBroadcasts, broadcastLanes] as const;
