import { z } from 'zod';
import { account } from '../../domain/accounts/account.ts';
import { type ConnectedAccount } from '../../domain/accounts/account-state.ts';
import { accountRegistry } from '../../domain/accounts/account-registry.ts';
import { Account, accountView } from '../../domain/accounts/account-view.ts';
import { destinationRule } from '../../domain/accounts/destination-rules.ts';
import { platformAccountOf } from '../../domain/accounts/platform-account.ts';
import { requireView } from '../../domain/kernel/decider.ts';
import { PlatformError } from '../../domain/platforms/platform-error.ts';
import { type WriteContext, writeEndpoint } from '../kernel/endpoint.ts';
import type { Connectors } from './connectors.ts';
import { keptDestinations } from './kept-destinations.ts';
import { accountNotFound, accountParams } from './request-fields.ts';
import type { TokenVault } from './token-vault.ts';

type Ports = Readonly<{ vault: TokenVault; connectors: Connectors }>;

const offers = (state: ConnectedAccount, pageId: string): boolean =>
  state.destinations?.some(({ id }) => id === pageId) ?? false;

/**
 * POST /v1/accounts/:id/select-page: the account's destination. An empty `pageId` clears the
 * choice.
 */
export const selectPage = (ports: Ports) =>
  writeEndpoint({
    method: 'POST',
    path: '/v1/accounts/:id/select-page',
    id: 'selectAccountPage',
    summary: 'Choose the Page, organization, board or location that the account publishes to',
    description:
      'An empty `pageId` clears the selection of an account that can publish as itself (LINKEDIN, ' +
      'PINTEREST, REDDIT and others). On FACEBOOK, INSTAGRAM and GOOGLE_BUSINESS it is INVALID_PAGE_ID, ' +
      'because they need a destination.',
    params: accountParams,
    body: z.object({
      pageId: z.string().max(255).meta({ description: 'Empty clears the selection' }),
      pageName: z.string().min(1).max(255).optional(),
    }),
    reply: Account,
    errors: [
      'INVALID_PAGE_ID',
      'PAGE_SELECTION_NOT_SUPPORTED',
      'DESTINATIONS_NOT_LOADED',
      'ACCOUNT_PAGE_MISMATCH',
      'CONFLICT',
    ],
    idempotent: true,
    async run({ params: { id }, body: { pageId, pageName } }, context) {
      const loaded = (await context.load(account, id))?.state;
      if (!loaded) throw accountNotFound();
      const state = await withPage(loaded, pageId, ports, context);
      const isAnotherAccounts = pageId !== '' && !offers(state, pageId) && (await isOffered(state, pageId, context));
      const command = { type: 'select-page', pageId, pageName, isAnotherAccounts } as const;
      const { events } = await context.handle(account, id, command, { step: 'select' });
      return { body: requireView(accountView, events) };
    },
  });

/**
 * A page that is not on the stored list may be new: the platform is asked again before the page is
 * refused.
 */
const withPage = async (
  state: ConnectedAccount,
  pageId: string,
  { vault, connectors }: Ports,
  context: WriteContext,
): Promise<ConnectedAccount> => {
  if (pageId === '' || offers(state, pageId) || !destinationRule(state.profile)) return state;
  const { workspaceId, mode } = context.caller;
  const held = await vault.read({ workspaceId, accountId: state.id });
  if (!held) return state;
  try {
    const connector = connectors.of({ workspaceId, mode }, state.profile.platform);
    const listed = await connector.destinations(platformAccountOf(state), held.tokens.credentials);
    const command = { type: 'load-destinations', destinations: keptDestinations(listed, pageId) } as const;
    const handled = await context.handle(account, state.id, command, { step: 'destinations' });
    return handled.state ?? state;
  } catch (error) {
    if (error instanceof PlatformError) return state;
    throw error;
  }
};

/**
 * Whether another account of the workspace on this platform has the page: it only affects the
 * message of the refusal.
 */
const isOffered = async (state: ConnectedAccount, pageId: string, context: WriteContext): Promise<boolean> => {
  const registry = await context.load(accountRegistry, context.caller.workspaceId);
  const others = Object.values(registry?.state ?? {}).filter(
    (slot) => slot.held && slot.platform === state.profile.platform && slot.accountId !== state.id,
  );
  for (const { accountId } of others.slice(0, maxAsked)) {
    const other = (await context.load(account, accountId))?.state;
    if (other && offers(other, pageId)) return true;
  }
  return false;
};

const maxAsked = 50;
