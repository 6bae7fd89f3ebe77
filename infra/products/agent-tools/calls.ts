export { toolCalls, toolNamed } from './tools.ts';
export type { ApiCall } from './tool.ts';
