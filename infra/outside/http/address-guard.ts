import ipaddr from 'ipaddr.js';
import { isIP } from 'node:net';
import { isWithin, rangesFrom, type Ranges } from '../network/address-ranges.ts';

/** All of v6 that is assigned as global unicast. The rest is reserved, and may be routed inside a network. */
const globalV6 = rangesFrom('2000::/3');

/** The parser takes `::8.8.8.8` for the mapped `::ffff:8.8.8.8`; a socket connects to the v6 address. */
const isCompatibleForm = (address: string): boolean => /^::\d+\./.test(address);

const isGlobalUnicast = (address: string): boolean => {
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast' || isCompatibleForm(address)) return false;
  return parsed.kind() === 'ipv4' || isWithin(address, globalV6);
};

/**
 * Whether a request may go to this address: global unicast, or exempt. Private, loopback,
 * link-local, carrier-grade NAT, documentation, multicast, v6 outside of 2000::/3 and every range
 * that embeds a v4 address (NAT64, 6to4, Teredo) are refused.
 */
export const mayReach = (address: string, exempt: Ranges): boolean =>
  isIP(address) !== 0 && (isGlobalUnicast(address) || isWithin(address, exempt));

/** The host of a URL without the brackets of a v6 literal and without a root dot. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');

const loopbackName = /(^|\.)localhost$/i;

/** The parser drops tabs and line ends, so the address that is shown would not be the one that is called. */
const unseen = /[\p{Cc}\s]/u;

/**
 * The checks of a URL that need no name resolution: HTTPS, no user or password in it, no white space,
 * and no literal address or loopback name that is not public. Names are checked again, by their resolved
 * addresses, at each request.
 */
export const isPublicHttpsUrl = (text: string, exempt: Ranges = []): boolean => {
  if (unseen.test(text) || !URL.canParse(text)) return false;
  // The URL parser has already turned 2130706433, 0x7f.1 and 127.1 into 127.0.0.1.
  const url = new URL(text);
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '') return false;
  const host = hostOf(url);
  if (host === '' || url.port === '0') return false;
  if (isIP(host) !== 0) return mayReach(host, exempt);
  return !loopbackName.test(host) || isWithin('127.0.0.1', exempt) || isWithin('::1', exempt);
};
