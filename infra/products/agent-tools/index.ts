export { restAt } from './rest-client.ts';
export { toolServer } from './tool-server.ts';
