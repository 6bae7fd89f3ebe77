import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { Metadata, status as Status } from '@grpc/grpc-js';
import { sendBackup } from '../operations/backup-sender.ts';
import { toRpcError } from '../protocol/rpc-error.ts';
import { admins, operators } from '../security/access.ts';
import type { NodeContext } from './node-context.ts';

const finish = (response: ServerResponse, code: number): void => {
  response.statusCode = code;
  response.end();
};

const backup = async (context: NodeContext, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const credentials = new Metadata();
  if (request.headers.authorization !== undefined) credentials.set('authorization', request.headers.authorization);
  try {
    context.access.checkRole(await context.access.authenticate(credentials), admins, operators);
  } catch (error) {
    finish(response, toRpcError(error).code === Status.UNAUTHENTICATED ? 401 : 403);
    return;
  }
  response.setHeader('content-type', 'application/octet-stream');
  await sendBackup(context.log, response);
};

/** The HTTP/1.1 side of the port: a liveness check, and backups of the running node. */
export const httpPages =
  (context: NodeContext, isLive: () => boolean): RequestListener =>
  (request, response) => {
    const path = (request.url ?? '').split('?')[0];
    if (path !== '/health/live' && path !== '/admin/backup') finish(response, 404);
    else if (request.method !== 'GET' && request.method !== 'HEAD') finish(response, 405);
    else if (path === '/health/live') finish(response, isLive() ? 204 : 503);
    else backup(context, request, response).catch(() => response.destroy());
  };
