import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isWithin, rangesFrom } from '../../outside/network/address-ranges.ts';

const loopback = rangesFrom('127.0.0.0/8,::1');

/** Every proxy adds at least one of them. */
const isOfProxy = (name: string): boolean =>
  name.startsWith('x-forwarded') || name === 'x-real-ip' || name === 'forwarded' || name === 'via';

/** Whether a request comes from this machine and through no proxy. */
export const isFromHere = ({ socket, headers }: IncomingMessage): boolean =>
  isWithin(socket.remoteAddress ?? '', loopback) && !Object.keys(headers).some(isOfProxy);

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Whether a request bears this token, compared in constant time. */
export const bears = ({ headers }: IncomingMessage, token: string): boolean =>
  timingSafeEqual(sha256(headers.authorization ?? ''), sha256(`Bearer ${token}`));
