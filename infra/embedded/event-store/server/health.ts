import type { RequestListener } from 'node:http';

/** The HTTP/1.1 side of the port: whether the node is alive. */
export const healthPage =
  (isLive: () => boolean): RequestListener =>
  (request, response) => {
    const path = (request.url ?? '').split('?')[0];
    const isHealth = path === '/health/live';
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    response.statusCode = !isHealth ? 404 : !isRead ? 405 : isLive() ? 204 : 503;
    response.end();
  };
