import { creditEvents, type CreditCause } from '../../domain/credits/credit-events.ts';
import { placeOf } from '../../domain/kernel/position.ts';
import { idOfStream } from '../../domain/kernel/stream-names.ts';
import { onEach, projectionOf } from '../authoring/projection-of.ts';

export const movementTypes = [
  'granted',
  'purchased',
  'reserved',
  'captured',
  'released',
  'expired',
  'withdrawn',
  'adjusted',
] as const;
export type MovementType = (typeof movementTypes)[number];

export type CreditMovementRow = {
  place: string;
  id: string;
  account_id: string;
  workspace_id: string;
  type: MovementType;
  credits: number;
  cause_kind: CreditCause['kind'];
  cause_id: string;
  /** Left to spend after the movement. */
  balance: number;
  /** Reserved after the movement. */
  reserved: number;
  occurred_at: string;
};

const typeNames = {
  CreditsGranted: 'granted',
  CreditsAdded: 'purchased',
  CreditsReserved: 'reserved',
  CreditsCaptured: 'captured',
  CreditsReleased: 'released',
  CreditsExpired: 'expired',
  CreditsWithdrawn: 'withdrawn',
  CreditsAdjusted: 'adjusted',
} as const;

export const creditMovements = projectionOf<CreditMovementRow>({
  name: 'credit_movements',
  version: 1,
  description: 'What moved the AI credits of a person, and why?',
  table: {
    key: 'place',
    appendOnly: true,
    columns: {
      place: 'text',
      id: 'text',
      account_id: 'text',
      workspace_id: 'text',
      type: 'text',
      credits: 'integer',
      cause_kind: 'text',
      cause_id: 'text',
      balance: 'integer',
      reserved: 'integer',
      occurred_at: 'instant',
    },
    indexes: ['account_id, place desc'],
  },
  on: onEach(creditEvents, {
    keys: (event) => placeOf(event),
    fold: (_row, { id, stream, type, meta, data: { credits, cause, after } }, place) => ({
      place,
      id,
      account_id: idOfStream(stream),
      workspace_id: meta.workspaceId,
      type: typeNames[type],
      credits,
      cause_kind: cause.kind,
      cause_id: cause.id,
      balance: after.allowance + after.purchased,
      reserved: after.reserved,
      occurred_at: meta.occurredAt,
    }),
  }),
});
