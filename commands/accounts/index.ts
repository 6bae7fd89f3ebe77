export { accountEndpoints as accountWrites } from './account-endpoints.ts';
