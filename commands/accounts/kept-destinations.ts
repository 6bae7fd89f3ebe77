import type { KnownDestination } from '../../domain/accounts/account-events.ts';
import type { Destination } from '../../domain/platforms/connector.ts';
import { cutText, storable } from '../../domain/kernel/stored-text.ts';
import { defined } from '../../domain/kernel/defined.ts';

/** An event over 64 KiB is refused: the list stays well below. */
const maxBytes = 48 * 1024;
const maxName = 200;
const maxUrl = 1024;

const sizeOf = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length;

/**
 * The stored part of a platform's list: the `wanted` destination, and the first ones of a list that
 * is too long for an event.
 */
export const keptDestinations = (destinations: readonly Destination[], wanted?: string): KnownDestination[] => {
  const kept: KnownDestination[] = [];
  let bytes = sizeOf(destinations.find(({ id }) => id === wanted) ?? '');
  for (const { id, name, kind, username, avatarUrl } of destinations) {
    const entry = {
      id,
      name: storable(cutText(name, maxName)),
      kind,
      ...defined({ username }),
      ...(avatarUrl !== undefined && avatarUrl.length <= maxUrl && { avatarUrl }),
    };
    if (id !== wanted) bytes += sizeOf(entry) + 1;
    if (id === wanted || bytes <= maxBytes) kept.push(entry);
  }
  return kept;
};
