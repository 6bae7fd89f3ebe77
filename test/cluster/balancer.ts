import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A node behind the balancer. */
type Target = Readonly<{ origin: string; isRunning: boolean }>;

/** A load balancer of connections: each goes to the next target that runs, and to another where that refuses it. */
export const startBalancer = async () => {
  let targets: readonly Target[] = [];
  const out = new Set<Target>();
  let turn = 0;
  const open = new Set<Socket>();

  const forward = (socket: Socket, candidates: readonly Target[]): void => {
    const [target, ...others] = candidates;
    if (!target) return void socket.destroy();
    const { hostname, port } = new URL(target.origin);
    const upstream = connect(Number(port), hostname);
    let isConnected = false;
    upstream.on('connect', () => {
      isConnected = true;
      socket.pipe(upstream).pipe(socket);
    });
    upstream.on('error', () => (isConnected ? socket.destroy() : forward(socket, others)));
    upstream.on('close', () => isConnected && socket.destroy());
    socket.on('close', () => upstream.destroy());
  };

  const server = createServer((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.on('error', () => undefined);
    const up = targets.filter((target) => target.isRunning && !out.has(target));
    const first = turn++ % Math.max(1, up.length);
    forward(socket, [...up.slice(first), ...up.slice(0, first)]);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    balance: (among: readonly Target[]): void => void (targets = among),
    /** Takes a target out, as a health check does with one that no longer answers, or puts it back. */
    takeOut: (target: Target, isOut: boolean): void => void (isOut ? out.add(target) : out.delete(target)),
    stop: async (): Promise<void> => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
};

export type Balancer = Awaited<ReturnType<typeof startBalancer>>;
