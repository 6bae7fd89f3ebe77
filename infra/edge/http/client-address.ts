import type { IncomingMessage } from 'node:http';
import express from 'express';

/** Express's `trust proxy`: a number of proxies, their addresses, or none. */
export type TrustProxy = number | string | false;

/** Whether the sender of a hop is a trusted proxy. The first hop is the connection itself. */
type Trust = (address: string | undefined, hop: number) => boolean;

const plain = (address: string): string => address.replace(/^::ffff:/, '');

/**
 * The address of a client: the nearest sender that is not a trusted proxy. Everything that judges
 * or records an address uses this one.
 */
export const clientAddress = (trustProxy: TrustProxy) => {
  const trusts = express().set('trust proxy', trustProxy).get('trust proxy fn') as Trust;
  return ({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): string | undefined => {
    const forwarded = String(headers['x-forwarded-for'] ?? '')
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== '')
      .reverse();
    const hops = [socket.remoteAddress, ...forwarded];
    const nearest = hops.findIndex((address, hop) => !trusts(address && plain(address), hop));
    const found = hops.at(nearest);
    return found && plain(found);
  };
};
