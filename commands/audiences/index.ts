export { audienceEndpoints as audienceWrites } from './audience-endpoints.ts';
