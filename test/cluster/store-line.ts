import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** The address of an event store, behind which the test puts what it likes. */
export const startStoreLine = async () => {
  let target = 0;
  let isSilent = false;
  const ends = new Set<Socket>();
  const passes = new Set<Socket>();

  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1');
    passes.add(near);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(one);
      one.on('data', (bytes) => void (!isSilent && passes.has(near) && other.write(bytes)));
      one.on('error', () => undefined);
      one.on('close', () => {
        ends.delete(one);
        // Where a store is gone without a word, its clients do not learn that it is.
        if (passes.has(near)) other.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    /** New connections go to this port; those that are open stay where they are. */
    leadTo: (port: number): void => void (target = port),
    /** Bytes in either direction are lost, and connections still accepted. */
    silence: (on: boolean): void => void (isSilent = on),
    /** Nothing comes over the open connections any more. They stay open. */
    abandon: (): void => passes.clear(),
    /** Ends the open connections. */
    cut: (): void => ends.forEach((socket) => socket.destroy()),
    stop: (): void => {
      server.close();
      ends.forEach((socket) => socket.destroy());
    },
  };
};
