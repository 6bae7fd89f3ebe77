export { workspaceEndpoints as workspaceWrites } from './workspace-endpoints.ts';
