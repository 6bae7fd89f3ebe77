export { restAt } from './rest-client.ts';
export { toolServer, type MayCall } from './tool-server.ts';
