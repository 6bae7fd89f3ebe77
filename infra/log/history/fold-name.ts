import { createHash } from 'node:crypto';
import { catalogue } from '../../../domain/events.ts';
import type { Projection } from '../../../projections/kernel/projection.ts';

/**
 * A name for what these projections make of these event types. It changes when a fold, the version
 * of an event, or its personal fields change. The order in which events are declared does not
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
