export { personaEndpoints as personaWrites } from './persona-endpoints.ts';
