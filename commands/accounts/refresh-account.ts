import { account } from '../../domain/accounts/account.ts';
import { Account, accountView } from '../../domain/accounts/account-view.ts';
import { commandForOutcome } from '../../domain/accounts/refresh-outcome.ts';
import { renewalRequest, type RenewToken } from '../../domain/accounts/token-renewal.ts';
import { requireView } from '../../domain/kernel/decider.ts';
import { Refused } from '../../domain/kernel/refused.ts';
import { writeEndpoint } from '../kernel/endpoint.ts';
import { accountNotFound, accountParams } from './request-fields.ts';

type Ports = Readonly<{ renew: RenewToken }>;

const mustReconnect = (why: string): Refused =>
  new Refused('VALIDATION_ERROR', `${why}; connect the account again`, { reconnect: true });

/**
 * POST /v1/accounts/:id/refresh: the service's own renewal, started now. A token that does not
 * expire is checked instead.
 */
export const refreshAccount = ({ renew }: Ports) =>
  writeEndpoint({
    method: 'POST',
    path: '/v1/accounts/:id/refresh',
    id: 'refreshAccount',
    summary: 'Renew the token of an account now (for troubleshooting)',
    description:
      'Where the token does not expire, the platform is asked whether it still works; the answer is the ' +
      'account. The service renews other tokens itself, a fifth of their lifetime before they expire, at ' +
      'least 30 minutes and at most 7 days before.',
    params: accountParams,
    reply: Account,
    errors: ['SERVICE_UNAVAILABLE', 'CONFLICT'],
    idempotent: true,
    async run({ params: { id } }, context) {
      const state = (await context.load(account, id))?.state;
      if (!state) throw accountNotFound();
      if (state.status === 'disconnected')
        throw new Refused('CONFLICT', 'The account is disconnected; connect it again');
      const { workspaceId, mode } = context.caller;
      const clock = { workspaceId, mode, now: () => new Date(context.now) };
      const outcome = await renew(renewalRequest(state, clock));
      const command = commandForOutcome(outcome, { failures: state.refreshFailures, now: context.now });
      const { events } = await context.handle(account, id, command);
      if (outcome.kind === 'refused') throw mustReconnect(`The platform refused to renew the token: ${outcome.error}`);
      if (outcome.kind === 'failed')
        throw new Refused('SERVICE_UNAVAILABLE', `The token was not renewed and does not change: ${outcome.error}`);
      const renewable = outcome.kind === 'refreshed' || state.token.tokenExpiresAt === undefined;
      if (!renewable) throw mustReconnect('The platform gave no means to renew this token');
      return { body: requireView(accountView, events) };
    },
  });
