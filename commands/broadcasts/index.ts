export { broadcastEndpoints as broadcastWrites } from './broadcast-endpoints.ts';
