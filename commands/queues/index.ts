export { queueEndpoints as queueWrites } from './queue-endpoints.ts';
