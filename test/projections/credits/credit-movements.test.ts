import { event, specFor } from '../../../projections/authoring/projection-spec.ts';
import { creditMovements } from '../../../projections/credits/credit-movements.ts';

const at = '2026-01-05T09:00:00.000Z';
const period = { start: '2026-01-01T00:00:00.000Z', end: '2026-02-01T00:00:00.000Z' };
const granted = event(
  'CreditsGranted',
  {
    credits: 10,
    cause: { kind: 'plan', id: period.start },
    period,
    allowance: 10,
    after: { allowance: 10, purchased: 2, reserved: 1, used: 0 },
  },
  { stream: 'credits-u1', workspaceId: 'w1', at },
);

describe('the read model credit_movements', () => {
  it('has each movement with its cause', () =>
    specFor(creditMovements)().when(granted).then({
      account_id: 'u1',
      type: 'granted',
      credits: 10,
      cause_kind: 'plan',
      cause_id: period.start,
      balance: 12,
      reserved: 1,
    }));
});
