import { createHash } from 'node:crypto';
import { catalogue } from '../../../domain/events.ts';
import type { Projection } from '../../../projections/kernel/projection.ts';

/**
 * Stands for what projections make of events of these types: another where a fold, the version of
 * an event, or what of it is personal has changed. The order events are declared in does not
 * matter.
 */
export const foldName = (projections: readonly Projection[], isOf: (type: string) => boolean): string => {
  const events = [...catalogue.definitions.values()]
    .filter(({ type }) => isOf(type))
    .map(({ type, version, personal }) => [`${type}@${version}`, ...(personal?.fields ?? [])].join(' '))
    .sort();
  const digest = createHash('sha256').update(events.join()).digest('hex').slice(0, 16);
  return [...projections.map(({ name, version }) => `${name}@${version}`), digest].join();
};
