import ipaddr from 'ipaddr.js';
import { isIP } from 'node:net';

/** Address ranges, parsed once: what requests may reach although it is not public, or where an API key may be used. */
export type Ranges = readonly (readonly [ipaddr.IPv4 | ipaddr.IPv6, number])[];

/** One address or CIDR range, v4 or v6. Throws a `RangeError` naming what does not parse. */
export const rangeOf = (text: string): Ranges[number] => {
  const trimmed = text.trim();
  // isIP is called as well: ipaddr.js also reads forms such as 127.1 and 0x7f000001, which a list
  // of ranges should not hold.
  const [address = '', bits] = trimmed.split('/');
  if (isIP(address) === 0 || (bits !== undefined && !/^\d{1,3}$/.test(bits)))
    throw new RangeError(`not an IP address or CIDR range: ${trimmed}`);
  try {
    return bits === undefined ? hostRange(ipaddr.process(address)) : canonical(ipaddr.parseCIDR(trimmed));
  } catch {
    throw new RangeError(`not an IP address or CIDR range: ${trimmed}`);
  }
};

/** A comma-separated list, as `WEBHOOK_ALLOWED_CIDRS` carries it; empty or absent is no range at all. */
export const rangesFrom = (list: string | undefined): Ranges =>
  (list ?? '')
    .split(',')
    .filter((entry) => entry.trim() !== '')
    .map(rangeOf);

/** Whether an address lies in one of the ranges. A v4 address mapped into v6 counts as the v4 address it is. */
export const isWithin = (address: string, ranges: Ranges): boolean => {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.process(address);
  return ranges.some(([base, bits]) => parsed.kind() === base.kind() && parsed.match(base, bits));
};

const hostRange = (address: ipaddr.IPv4 | ipaddr.IPv6): Ranges[number] => [
  address,
  address.kind() === 'ipv4' ? 32 : 128,
];

/** ::ffff:10.0.0.0/104 means 10.0.0.0/8: addresses are compared in their v4 form. */
const canonical = ([address, bits]: [ipaddr.IPv4 | ipaddr.IPv6, number]): Ranges[number] =>
  address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && bits >= 96
    ? [address.toIPv4Address(), bits - 96]
    : [address, bits];
