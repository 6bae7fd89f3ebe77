export { sequenceEndpoints as sequenceWrites } from './sequence-endpoints.ts';
