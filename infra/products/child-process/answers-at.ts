import { connect } from 'node:net';

/** Whether something accepts connections at the host and port of an address. */
export const answersAt = (address: string, withinMs = 300): Promise<boolean> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(address);
    const socket = connect({ host: hostname, port: Number(port), timeout: withinMs });
    const end = (answers: boolean) => (): void => {
      socket.destroy();
      resolve(answers);
    };
    socket.once('connect', end(true)).once('error', end(false)).once('timeout', end(false));
  });
