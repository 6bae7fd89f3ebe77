import { eventSubscriptions } from '../../../processes/accounts/event-subscriptions.ts';
import { event } from '../../../projections/authoring/projection-spec.ts';
import { processSpec } from '../../support/process-spec.ts';

const given = processSpec(eventSubscriptions, 'a1');
const at = (hours: number): string =>
  new Date(Date.parse('2026-12-01T00:00:00.000Z') + hours * 3_600_000).toISOString();
const on = (hours: number) => ({ stream: 'account-a1', workspaceId: 'w1', at: at(hours) });
const named = (platform: 'TELEGRAM' | 'PINTEREST') => ({ accountId: 'a1', platform });
const connection = (platform: 'TELEGRAM' | 'PINTEREST') => ({
  ...named(platform),
  connectionId: 'n1',
  nativeId: '1',
  username: 'u',
  displayName: 'U',
  tokenVersion: 1,
  connectedById: null,
});
const connected = event('AccountConnected', connection('TELEGRAM'), on(0));
const subscribed = (hours: number) =>
  event(
    'AccountEventsSubscribed',
    { ...named('TELEGRAM'), source: '7', arrived: false, checkedAt: at(hours), nextCheckAt: at(hours + 24) },
    on(hours),
  );
const pageless = event(
  'AccountEventsNotSubscribed',
  {
    ...named('TELEGRAM'),
    arrived: false,
    checkedAt: at(1),
    nextCheckAt: null,
    reason: 'no_destination',
    message: '',
    attempt: 1,
  },
  on(1),
);
const page = event('AccountPageSelected', { accountId: 'a1', page: { id: 'p' } }, on(2));
const errored = event('AccountErrored', { ...named('TELEGRAM'), status: 'ERROR', error: 'gone' }, on(1));
const recovered = event('AccountRecovered', named('TELEGRAM'), on(2));
const disconnected = event('AccountDisconnected', { ...named('TELEGRAM'), reason: 'user_disconnected' }, on(1));

const asked = (hours: number) => ({ accountId: 'a1', at: at(hours) });

describe('event subscriptions', () => {
  it('are made at the connection, where the platform reports accounts', () => {
    given(connected).owes(asked(0)).at(at(0));
    given(event('AccountConnected', connection('PINTEREST'), on(0))).owesNothing();
  });
  it('are made after a reading of an account that was connected when its platform had none', () => {
    const reading = (platform: 'FACEBOOK' | 'PINTEREST') =>
      event(
        'CommentsRead',
        {
          accountId: 'a1',
          platform,
          cause: 'schedule',
          startedAt: at(5),
          complete: true,
          posts: 1,
          synced: 0,
          errors: 0,
          nextAt: null,
        },
        { ...on(5), stream: 'commentRound-r1' },
      );
    given(reading('FACEBOOK')).owes(asked(5)).at(at(5));
    given(reading('PINTEREST')).owesNothing();
    given(connected, subscribed(0), reading('FACEBOOK')).owes(asked(24)).at(at(24));
  });
  it('are checked when the last check says', () => {
    given(connected, subscribed(0)).owes(asked(24)).at(at(24));
    given(connected, pageless).owesNothing();
  });
  it('follow the choice of a page, also one that came during a check', () => {
    given(connected, pageless, page).owes(asked(2)).at(at(2));
    given(connected, page, subscribed(1)).owes(asked(2)).at(at(2));
  });
  it('rest while the token is refused or the account is gone', () => {
    given(connected, subscribed(0), errored).owesNothing();
    given(connected, subscribed(0), errored, recovered).owes(asked(2)).at(at(2));
    given(connected, subscribed(0), disconnected).owesNothing();
    given(connected, disconnected, event('AccountReconnected', connection('TELEGRAM'), on(3))).owes(asked(3));
  });
  it('record how the platform answered', async () => {
    const outcome = { kind: 'subscribed', source: '7' } as const;
    await given(connected)
      .acting({ subscribeToEvents: async () => outcome })
      .sends({ type: 'record-subscription', pageId: undefined, checkedAt: at(0), outcome });
  });
});
