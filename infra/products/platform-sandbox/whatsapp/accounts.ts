import { z } from 'zod';
import type { NativeFaults } from '../faults.ts';
import type { SandboxCall, SandboxWorld } from '../platform.ts';
import type { FaultOperation, SandboxAccount } from '../store.ts';
import {
  graphError,
  missingObject,
  permissionMissing,
  Refusal,
  tokenExpired,
  tokenRevoked,
  type GraphFailure,
} from '../meta/graph-errors.ts';
import { metaId } from '../meta/ids.ts';
import type { Dialect, MetaSession } from '../meta/session.ts';

/** Meta docs: permissions of the Cloud API. */
export const whatsappScopes = ['whatsapp_business_messaging', 'whatsapp_business_management', 'business_management'];

const PhoneNumber = z.object({ id: z.string(), display: z.string(), name: z.string() });
export type PhoneNumber = z.infer<typeof PhoneNumber>;

/** The phone numbers of a business account. */
export const numbersOf = (account: SandboxAccount): readonly PhoneNumber[] =>
  z.array(PhoneNumber).safeParse(account.data['numbers']).data ?? [];

export const businessOf = (account: SandboxAccount): string => String(account.data['business'] ?? '');

/** A new business account with two phone numbers; the first is the account itself. */
export const createBusiness = async (
  world: SandboxWorld,
  wants: Readonly<{ workspaceId: string | null; username?: string }>,
): Promise<SandboxAccount> => {
  const business = await metaId(world, '10');
  const numbers: PhoneNumber[] = [];
  for (const name of ['Shop', 'Branch']) {
    const id = await metaId(world, '10');
    numbers.push({
      id,
      display: `+1 555-${id.slice(-7, -4)}-${id.slice(-4)}`,
      name: `Sandbox ${name} ${id.slice(-4)}`,
    });
  }
  const [first] = numbers;
  const account: SandboxAccount = {
    platform: 'WHATSAPP',
    nativeId: first?.id ?? business,
    workspaceId: wants.workspaceId,
    username: wants.username ?? first?.display ?? business,
    displayName: first?.name ?? business,
    data: { business, targets: [business], numbers: numbers },
    createdAt: world.now().toISOString(),
  };
  await world.store.putAccount(account);
  return account;
};

export const numberIn = ({ account, call }: MetaSession, id: string): PhoneNumber => {
  const found = numbersOf(account).find((each) => each.id === id);
  if (!found) throw new Refusal(missingObject(call.request.method, id));
  return found;
};

/** Meta: "Cloud API error codes". */
export const failures = {
  media: {
    code: 131053,
    message: '(#131053) Media upload error',
    details: 'Unable to upload the media used in the message.',
  },
  window: {
    code: 131047,
    message: '(#131047) Re-engagement message',
    details: 'More than 24 hours have passed since the recipient last replied to the sender number.',
  },
} as const satisfies Record<string, GraphFailure>;

const faults = ({ world }: SandboxCall, _operation: FaultOperation): NativeFaults => ({
  server_error: () =>
    graphError({
      status: 500,
      code: 131000,
      message: '(#131000) Something went wrong',
      details: 'Message failed to send.',
    }),
  rate_limited: () =>
    graphError({
      status: 429,
      code: 130429,
      message: '(#130429) Rate limit hit',
      details:
        'Message failed to send because there were too many messages sent from this phone number in a short period of time',
    }),
  token_expired: () => graphError({ ...tokenExpired(world), status: 401 }),
  token_revoked: () => graphError({ ...tokenRevoked, status: 401 }),
  forbidden: () => graphError({ ...permissionMissing, code: 10, message: '(#10) Permission Denied' }),
  // The Cloud API detects no duplicates; it blocks excessive repetition by its policy.
  duplicate: () =>
    graphError({ status: 403, code: 368, message: '(#368) Temporarily blocked for policies violations' }),
  media_rejected: () => graphError(failures.media),
});

export const whatsapp: Dialect = { platform: 'WHATSAPP', faults };
export const host = 'graph.facebook.com';
