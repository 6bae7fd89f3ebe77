import { z } from 'zod';
import { AnsweredInstant } from '../kernel/answered-times.ts';
import { PlatformKey } from '../platforms/platform.ts';
import { unreachable, type ViewFold } from '../kernel/decider.ts';
import type { AccountEvent, Profile, TokenFacts } from './account-events.ts';
import { AccountStatus } from './account-status.ts';
import { remedyFor } from './event-subscription.ts';
import { incomingMessages } from '../platforms/incoming-messages.ts';
import { subscriptionObstacles } from '../platforms/event-subscriber.ts';
import { lostRenewal, statusAfter } from './account-state.ts';
import { defined } from '../kernel/defined.ts';

/** How comments, mentions and messages reach the service. */
const Incoming = z.object({
  /**
   * `webhooks`: the platform reports them. `reading`: the service reads comments regularly instead, and
   * messages only where the platform lists them.
   */
  by: z.enum(['webhooks', 'reading']),
  /** Whether a webhook has arrived: until then the service reads too. */
  arrived: z.boolean(),
  checkedAt: z.string(),
  /**
   * The platform had dropped the subscription at some time after this: comments of that time are read, messages
   * of that time are lost. Left out where the last check found the subscription.
   */
  missedSince: AnsweredInstant.optional(),
  /** Why the platform does not report. */
  reason: z.enum(subscriptionObstacles).optional(),
  message: z.string().optional(),
  /** What helps. */
  remedy: z.string().optional(),
});

/** What a person should do while the account still publishes. */
const Warning = z.object({
  code: z.enum(['LOGIN_ENDS']),
  /** When it happens. */
  at: AnsweredInstant,
  message: z.string(),
  /** What helps. */
  remedy: z.string(),
});

/** A connected account as clients see it. Fields that do not apply are left out rather than null. */
export const Account = z
  .object({
    id: z.string(),
    /** Lowercase, as everywhere in REST responses. */
    platform: PlatformKey,
    username: z.string(),
    displayName: z.string(),
    avatarUrl: z.string().optional(),
    status: AccountStatus,
    accountType: z.string().optional(),
    connectedAt: z.string(),
    /** Left out where the token does not expire. */
    tokenExpiresAt: z.string().optional(),
    /** Absent where it was never assessed: absent does not mean true. */
    canAutoRefresh: z.boolean().optional(),
    oauthVersion: z.enum(['instagram_login', 'fb_login']).optional(),
    instanceUrl: z.string().optional(),
    /** The chosen Page, organization, board or location. */
    selectedPage: z.object({ id: z.string(), name: z.string().optional() }).optional(),
    /** True where the plan has no room for the account: it does not publish. Left out otherwise. */
    paused: z.literal(true).optional(),
    /** Why the account does not publish. */
    error: z.string().optional(),
    /** Left out where nothing is about to end. */
    warning: Warning.optional(),
    /** Left out where the platform reports nothing for single accounts, and until it was asked to. */
    incoming: Incoming.optional(),
    /**
     * Whether messages that people write to the account reach the service now. Left out where the platform has no
     * messages.
     */
    messages: z.enum(['webhooks', 'not_received']).optional(),
  })
  .meta({ id: 'Account' });
export type Account = Readonly<z.infer<typeof Account>>;

const warningOf = ({ loginEndsAt: at, tokenExpiresAt }: TokenFacts): Account['warning'] =>
  at === undefined
    ? undefined
    : {
        code: 'LOGIN_ENDS',
        at,
        message:
          tokenExpiresAt === undefined
            ? 'The platform ends the login of the person. The account goes on publishing with the token of its page, ' +
              'but no other page can be chosen, and a page token that the platform takes back cannot be replaced.'
            : 'The platform ends the login of the person, and the account stops publishing.',
        remedy: 'Connect the account again.',
      };

const tokenShown = (token: TokenFacts) => ({
  tokenExpiresAt: token.tokenExpiresAt,
  // A token that never expires needs no renewal; whether a renewal would work was not assessed.
  canAutoRefresh: token.tokenExpiresAt === undefined ? undefined : token.canAutoRefresh,
  warning: warningOf(token),
});

const profileShown = ({
  platform,
  username,
  displayName,
  avatarUrl,
  accountType,
  oauthVersion,
  instanceUrl,
}: Profile) => ({
  platform: platform.toLowerCase(),
  username,
  displayName,
  avatarUrl,
  accountType,
  oauthVersion,
  instanceUrl,
});

const without = <T extends object, Key extends keyof T>(object: T, key: Key): Omit<T, Key> => {
  const { [key]: _, ...rest } = object;
  return rest;
};

export const accountView: ViewFold<Account, AccountEvent> = {
  evolve(view, event) {
    if (event.type === 'AccountConnected' || event.type === 'AccountReconnected') {
      const { data, meta } = event;
      return defined({
        id: data.accountId,
        ...profileShown(data),
        status: 'ACTIVE' as const,
        connectedAt: meta.occurredAt,
        ...tokenShown(data),
        selectedPage: view?.selectedPage,
        paused: view?.paused,
        incoming: view?.incoming,
        messages:
          view?.messages ?? (incomingMessages[data.platform] === 'none' ? undefined : ('not_received' as const)),
      });
    }
    if (!view) return view;
    switch (event.type) {
      case 'AccountDetailsUpdated': {
        const { username, displayName, avatarUrl, accountType } = event.data;
        return defined({ ...view, username, displayName, avatarUrl, accountType });
      }
      case 'AccountTokenRefreshed':
        return defined({ ...view, ...tokenShown(event.data) });
      case 'AccountErrored':
        return {
          ...view,
          ...lostRenewal(event.data.status, view),
          status: event.data.status,
          error: event.data.error,
        };
      case 'AccountRecovered':
        return { ...without(view, 'error'), status: 'ACTIVE' };
      case 'AccountPageSelected':
        return { ...view, selectedPage: event.data.page };
      case 'AccountPageCleared':
        return without(view, 'selectedPage');
      case 'AccountDisconnected':
        // Its tokens are given back: only a new connection helps.
        return {
          ...without(without(view, 'tokenExpiresAt'), 'warning'),
          status: statusAfter(event.data.reason),
          canAutoRefresh: false,
        };
      case 'AccountPaused':
        return { ...view, paused: true };
      case 'AccountResumed':
        return without(view, 'paused');
      case 'AccountEventsSubscribed': {
        const { arrived, checkedAt, missedSince } = event.data;
        const missed = missedSince === undefined ? {} : { missedSince };
        return { ...view, incoming: { by: 'webhooks', arrived, checkedAt, ...missed }, messages: 'webhooks' };
      }
      case 'AccountEventsNotSubscribed': {
        const { arrived, checkedAt, reason, message } = event.data;
        return {
          ...view,
          incoming: { by: 'reading', arrived, checkedAt, reason, message, remedy: remedyFor(reason) },
          messages: 'not_received',
        };
      }
      case 'AccountEventsUnsubscribed':
        return { ...without(view, 'incoming'), messages: 'not_received' };
      case 'AccountEventsArrived':
        return view.incoming ? { ...view, incoming: { ...view.incoming, arrived: true } } : view;
      case 'AccountLoginEnds':
      case 'AccountTokenRefreshFailed':
      case 'AccountDestinationsLoaded':
      case 'AccountTokensForgotten':
        return view;
      default:
        return unreachable(event);
    }
  },
};
