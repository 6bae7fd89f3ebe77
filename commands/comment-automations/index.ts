export { automationEndpoints as automationWrites } from './automation-endpoints.ts';
