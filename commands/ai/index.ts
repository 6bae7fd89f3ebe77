export { aiEndpoints as aiWrites } from './ai-endpoints.ts';
