import path from 'node:path';
import about from '../../package.json' with { type: 'json' };
import type { InstallationParts } from '../adapters/operations/installation.ts';
import type { Infrastructure } from './infrastructure.ts';
import { unconfiguredOf } from './unconfigured.ts';

/** What operators are shown of this installation. */
export const installationPartsOf = ({ config, database, eventStore }: Infrastructure): InstallationParts => ({
  database,
  eventStore,
  version: about.version,
  unconfigured: unconfiguredOf(config),
  logFolder: config.eventStoreUrl === undefined ? path.join(config.dataDir, 'event-store') : undefined,
});
