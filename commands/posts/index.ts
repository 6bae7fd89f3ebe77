export { postEndpoints as postWrites } from './post-endpoints.ts';
