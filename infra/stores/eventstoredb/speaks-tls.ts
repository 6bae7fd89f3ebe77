import { isIP } from 'node:net';
import { connect } from 'node:tls';

const handshakeMs = 700;

/** Whether a server (`host:port`, port 2113 by default) completes a TLS handshake. Nothing is sent to it, so its certificate does not matter. */
export const speaksTls = (server: string): Promise<boolean> => {
  const { hostname, port } = new URL(`tcp://${server}`);
  const host = hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve) => {
    const socket = connect({
      host,
      port: Number(port || 2113),
      rejectUnauthorized: false,
      ALPNProtocols: ['h2'],
      ...(isIP(host) === 0 && { servername: host }),
    });
    const settle = (speaks: boolean) => () => {
      socket.destroy();
      resolve(speaks);
    };
    socket.setTimeout(handshakeMs, settle(false));
    socket.once('secureConnect', settle(true)).once('error', settle(false));
  });
};
