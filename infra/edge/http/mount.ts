import type { IncomingMessage, ServerResponse } from 'node:http';
import express, { type Express, type Request, type Response } from 'express';
import { answer, refuseUnrouted } from './answer.ts';
import type { EdgePorts } from './edge-ports.ts';
import { exchangeOf, pathOf, send, sendError, type Arrived } from './exchange.ts';
import type { Route } from './route.ts';
import { sendStream } from './stream-body.ts';

export type MountOptions = Readonly<{
  /** Called with each answer of a fault of the service, and the thrown value. */
  onFault: (error: unknown, requestId: string, route: string | undefined) => void;
  /** Aborts when the server closes, which ends endless answers. */
  ending: AbortSignal;
}>;

/** Most requests never ask for it, so it is made on demand; the operations of a batch ask many times, and share one. */
const leavingOf = (res: Response): Arrived['leaving'] => {
  let left: AbortController | undefined;
  return () => {
    if (left) return left.signal;
    const leaving = new AbortController();
    left = leaving;
    if (res.destroyed) leaving.abort();
    else res.once('close', () => leaving.abort());
    return leaving.signal;
  };
};

const arrivedAt = (req: Request, res: Response, path?: string): Arrived => ({
  req,
  leaving: leavingOf(res),
  url: req.originalUrl,
  path,
  params: req.params,
  exchange: exchangeOf(req),
});

/**
 * The first path segment after `/v1/`. Each has its own app, so a request is not compared with
 * every path.
 */
const groupOf = (path: string): string => {
  const end = path.slice(4).search(/[/?]/);
  return end < 0 ? path.slice(4) : path.slice(4, 4 + end);
};

/**
 * Express routes for a compiled list of endpoints. Every path below `/v1/` is answered here,
 * unknown ones with the error envelope.
 */
export const mount = (routes: readonly Route[], ports: EdgePorts, { onFault, ending }: MountOptions) => {
  const fail = (error: unknown, req: Request, res: Response): void => {
    const exchange = exchangeOf(req);
    if (sendError(res, exchange, error)) onFault(error, exchange.requestId, exchange.route);
  };

  const serve = (route: Route) => async (req: Request, res: Response) => {
    const arrived = arrivedAt(req, res, route.path);
    arrived.exchange.route = route.path;
    try {
      const { status = 200, body, headers, stream, type } = await answer(route, arrived, ports);
      if (stream) {
        const streamed = {
          type: type ?? route.endpoint.streams?.[0] ?? 'application/octet-stream',
          body: stream,
          headers,
        };
        return await sendStream({ req, res }, arrived.exchange, streamed, { ending });
      }
      send(res, arrived.exchange, { status, body, headers });
    } catch (error) {
      fail(error, req, res);
    }
  };

  const refuse = (path?: string, allowed?: string) => async (req: Request, res: Response) => {
    const arrived = arrivedAt(req, res, path);
    arrived.exchange.route = path;
    await refuseUnrouted(arrived, path ?? req.path, allowed, ports).catch((error: unknown) => fail(error, req, res));
  };

  const newApp = (): Express =>
    express().disable('x-powered-by').enable('case sensitive routing').set('etag', false).set('query parser', false);

  const appOf = (group: readonly Route[]): Express => {
    const app = newApp();
    const methodsOf = new Map<string, string[]>();
    const add = (some: readonly Route[]): void => {
      for (const route of some) app[verbOf(route.method)](route.path, serve(route));
      for (const path of new Set(some.map((route) => route.path)))
        app.all(path, refuse(path, (methodsOf.get(path) ?? []).sort().join(', ')));
    };
    for (const { path, method } of group) methodsOf.set(path, [...(methodsOf.get(path) ?? []), ...verbsOf(method)]);
    // Another method at a fixed path is 405: a route with a parameter would take the name for an id.
    add(group.filter(({ path }) => !path.includes(':')));
    add(group.filter(({ path }) => path.includes(':')));
    app.use(refuse());
    // Express recognises an error handler by its four parameters.
    app.use((error: unknown, req: Request, res: Response, _next: unknown) => fail(error, req, res));
    return app;
  };

  const groups = new Map<string, Route[]>();
  for (const route of routes) {
    const group = groupOf(route.path);
    groups.set(group, [...(groups.get(group) ?? []), route]);
  }
  // Express compiles each path, which takes an eighth of a second for all of them. So an app is made at its first request.
  const apps = new Map<string, Express>();
  const others = appOf([]);
  return (req: IncomingMessage, res: ServerResponse): void => {
    const name = groupOf(pathOf(req.url));
    const group = groups.get(name);
    if (!group) return others(req, res);
    const app = apps.get(name) ?? appOf(group);
    apps.set(name, app);
    app(req, res);
  };
};

type Verb = 'get' | 'post' | 'put' | 'patch' | 'delete';
const verbOf = (method: string): Verb => method.toLowerCase() as Verb;
/** Express answers HEAD by the GET route; the body is left out on the wire. */
const verbsOf = (method: string): string[] => (method === 'GET' ? ['GET', 'HEAD'] : [method]);
