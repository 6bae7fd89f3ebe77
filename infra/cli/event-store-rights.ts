import { catalogue } from '../../domain/events.ts';
import { ConfigurationError, configFrom } from '../composition/config.ts';
import { withSecretFiles } from '../composition/secret-files.ts';
import { BadConnectionString, readConnectionString } from '../stores/eventstoredb/connection-string.ts';
import { letReadEverything, missingRights } from '../stores/eventstoredb/rights.ts';
import { print, Refusal, UsageError } from './operator.ts';

/** The user that a connection string names. */
const userIn = (connectionString: string): string | undefined => {
  const [, name] = /^[^:]+:\/\/([^:@/?]+):[^@]*@/.exec(connectionString) ?? [];
  return name === undefined ? undefined : decodeURIComponent(name);
};

const read = (text: string): string => {
  try {
    return readConnectionString(text).text;
  } catch (fault) {
    if (!(fault instanceof BadConnectionString)) throw fault;
    throw new UsageError(`--admin ${fault.message}`, { cause: fault });
  }
};

/**
 * Checks that the user of EVENTSTORE_URL may do what the service does. With an administrator's
 * connection string the user is first allowed to read everything.
 */
export const eventStoreRights = async (admin: string | undefined): Promise<void> => {
  const { eventStoreUrl } = configFrom(withSecretFiles(process.env));
  if (eventStoreUrl === undefined) throw new ConfigurationError('EVENTSTORE_URL: must be set');
  const user = userIn(eventStoreUrl);
  if (admin !== undefined) {
    if (user === undefined)
      throw new ConfigurationError('EVENTSTORE_URL: must name the user that the service is to be');
    await letReadEverything(read(admin), user);
    print(`The user ${user} may read $all.`);
  }
  const categories = [...new Set([...(catalogue.categories?.values() ?? [])].flat())];
  const missing = await missingRights(eventStoreUrl, categories);
  if (missing.length > 0)
    throw new Refusal(`The user of EVENTSTORE_URL lacks rights:\n${missing.join('\n')}\nSee docs/eventstoredb.md.`);
  print('The user of EVENTSTORE_URL may do all that the service does.');
};
