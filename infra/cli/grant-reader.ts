import { grantReader, isRoleName } from '../log/analytics/grant-reader.ts';
import type { Projection } from '../../projections/kernel/projection.ts';
import type { Infrastructure } from '../composition/infrastructure.ts';
import { print, printJson, UsageError } from './operator.ts';

/** `grant-reader`: grants analysts what they need to read by SQL. */
export const grantReaderCommand = async (
  { database }: Infrastructure,
  projections: readonly Projection[],
  { role, json }: Readonly<{ role: string; json: boolean }>,
): Promise<void> => {
  if (!isRoleName(role)) throw new UsageError('--role takes lower case letters, digits and _');
  const granted = await grantReader(role, projections, database.kysely);
  if (json) return printJson(granted);
  print(
    `${granted.role} may read ${granted.views.length} views in the schema ${granted.schema}: ${granted.views.join(', ')}.`,
  );
  print(`Give it to a login: create role alice login password '…'; grant ${granted.role} to alice;`);
};
