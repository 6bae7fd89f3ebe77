export { bulkEndpoints as bulkWrites } from './bulk-endpoints.ts';
