export { workflowEndpoints as approvalWrites } from './workflow-endpoints.ts';
