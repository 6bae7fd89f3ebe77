import type { Recorded } from '../../../domain/kernel/event.ts';
import { withoutAddress } from './without-address.ts';

/** The form of an event in JSON: its position in decimal digits. */
export type SnapshotEvent = Omit<Recorded, 'position'> &
  Readonly<{ position: readonly [commit: string, prepare: string] }>;

export const toSnapshotEvent = ({ position: { commit, prepare }, ...event }: Recorded): SnapshotEvent => ({
  ...withoutAddress(event),
  position: [commit.toString(), prepare.toString()],
});

export const fromSnapshotEvent = ({ position: [commit, prepare], ...event }: SnapshotEvent): Recorded => ({
  ...event,
  position: { commit: BigInt(commit), prepare: BigInt(prepare) },
});
