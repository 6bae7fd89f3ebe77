import { status } from '@grpc/grpc-js';
import { randomUUID } from 'node:crypto';
import { Appends } from './appends.ts';
import { Connection } from './connection.ts';
import { clientFor, readConnectionString } from './connection-string.ts';
import { asUnavailable } from './faults.ts';
import { newestEvent } from './newest-event.ts';
import { within } from './tries.ts';

const askMs = 4_500;

/** The access list for reading everything, with these users added. `$admins` may always read. */
const withReader = (roles: string | readonly string[] | undefined, user: string): string[] => [
  ...new Set([...(roles === undefined ? ['$admins'] : [roles].flat()), user]),
];

/** Lets a user read everything. Other metadata of `$all` does not change. */
export const letReadEverything = async (adminsConnectionString: string, user: string): Promise<void> => {
  const client = clientFor(adminsConnectionString);
  try {
    const { metadata } = await client.getStreamMetadata('$all');
    if ([metadata?.acl?.readRoles ?? []].flat().includes(user)) return;
    const acl = { ...metadata?.acl, readRoles: withReader(metadata?.acl?.readRoles, user) };
    await client.setStreamMetadata('$all', { ...metadata, acl }, { requiresLeader: true });
  } catch (fault) {
    throw asUnavailable(fault, readConnectionString(adminsConnectionString).servers);
  } finally {
    await within(askMs, client.dispose()).catch(() => undefined);
  }
};

/** No stream has this revision, so an append behind it stores nothing. Who may append is decided before. */
const neverReached = Number.MAX_SAFE_INTEGER;

/**
 * What the service's user lacks, a line each: reading everything, and writing streams of the
 * service's categories. Nothing is stored.
 */
export const missingRights = async (
  connectionString: string,
  categories: readonly string[],
): Promise<readonly string[]> => {
  const connection = new Connection(connectionString);
  const appends = new Appends(connection, askMs);
  const event = () => ({ id: randomUUID(), type: 'RightsChecked', data: '{}', metadata: '{}' });
  try {
    const missing: string[] = [];
    await newestEvent(connection, { by: 'leader', timeoutMs: askMs }).catch((fault: unknown) => {
      if (!(fault instanceof Error && 'code' in fault && fault.code === status.PERMISSION_DENIED)) throw fault;
      missing.push('reading $all');
    });
    for (const category of categories) {
      const outcome = await within(askMs, appends.append(`${category}-rights`, neverReached, [event()]));
      if ('refused' in outcome && outcome.refused === 'AccessDenied') missing.push(`writing streams ${category}-…`);
    }
    return missing;
  } catch (fault) {
    throw asUnavailable(fault, connection.servers);
  } finally {
    await within(askMs, connection.client.dispose()).catch(() => undefined);
  }
};
