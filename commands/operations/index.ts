export { operationEndpoints as operationWrites } from './operation-endpoints.ts';
