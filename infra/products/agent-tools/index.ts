export { restAt } from './rest-client.ts';
export { toolNamed } from './tools.ts';
export { toolServer, type MayCall } from './tool-server.ts';
