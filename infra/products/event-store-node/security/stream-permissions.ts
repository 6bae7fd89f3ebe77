import type { EventLog } from '../log/event-log.ts';
import { dataOf } from '../log/record.ts';
import { isMetastream, parseAcl, streamOfMetastream, type StreamAcl } from '../log/stream-metadata.ts';
import { objectIn } from '../log/stored-json.ts';
import { accessDenied } from '../protocol/rpc-error.ts';
import { admins, type Principal, type StreamOperation } from './access.ts';

const everybody = '$all';
const settingsStream = '$settings';

type Settings = Readonly<{ user: StreamAcl | undefined; system: StreamAcl | undefined }>;

const actionOf = (operation: StreamOperation, stream: string): { entry: keyof StreamAcl; subject: string } => {
  if (!isMetastream(stream)) return { entry: operation, subject: stream };
  const subject = streamOfMetastream(stream);
  if (operation === 'read') return { entry: 'metaRead', subject };
  if (operation === 'write') return { entry: 'metaWrite', subject };
  throw accessDenied();
};

/** The defaults for all streams that administrators set in `$settings`. */
const readSettings = async (log: EventLog): Promise<Settings> => {
  const page = await log.readStream(settingsStream, Infinity, 1, { backwards: true });
  const record = page.kind === 'events' ? page.events[0]?.record : undefined;
  try {
    const settings = record && objectIn(dataOf(record));
    return { user: parseAcl(settings?.['$userStreamAcl']), system: parseAcl(settings?.['$systemStreamAcl']) };
  } catch {
    return { user: undefined, system: undefined };
  }
};

/**
 * Who may use a stream: its own access list decides, else the defaults in `$settings`; else
 * everybody may use ordinary streams and administrators system streams. Administrators may do
 * everything but write to `$all`.
 */
export const checkStream = async (
  log: EventLog,
  principal: Principal,
  operation: StreamOperation,
  stream: string,
): Promise<void> => {
  if (stream === everybody && operation !== 'read') throw accessDenied();
  const { entry, subject } = actionOf(operation, stream);
  if (principal.roles.includes(admins)) return;
  const { metadata } = await log.view(subject);
  let roles = metadata.acl?.[entry];
  if (roles === undefined) {
    const settings = await readSettings(log);
    const isSystem = subject.startsWith('$');
    roles = (isSystem ? settings.system : settings.user)?.[entry] ?? [isSystem ? admins : everybody];
  }
  const passes = roles.some((role) => role === everybody || role === principal.name || principal.roles.includes(role));
  if (!passes) throw accessDenied();
};
