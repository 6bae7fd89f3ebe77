import { z } from 'zod';
import { validateScopes } from '../access/scopes.ts';
import { unreachable, type Decider } from '../kernel/decider.ts';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { notFound, Refused } from '../kernel/refused.ts';
import { RevocationReason } from './revocation-reason.ts';

/** Addresses and CIDR ranges, v4 and v6, a key may be used from; none means from everywhere. */
export const AllowedIps = z.array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])).max(100);

export const ApiKeyCreated = defineEvent(
  'ApiKeyCreated',
  z.object({
    apiKeyId: z.string(),
    name: z.string(),
    /** The part of the key that lists contain. */
    prefix: z.string(),
    /** SHA-256 of the whole key, hex. */
    hash: z.string(),
    scopes: z.array(z.string()),
    expiresAt: z.iso.datetime().nullable(),
    allowedIps: z.array(z.string()),
    createdBy: z.string(),
  }),
  { description: 'An API key was created; the key itself was returned once and not stored.' },
);
export const ApiKeyRenamed = defineEvent('ApiKeyRenamed', z.object({ name: z.string() }), {
  description: 'An API key was renamed.',
});
export const ApiKeyScopesChanged = defineEvent('ApiKeyScopesChanged', z.object({ scopes: z.array(z.string()) }), {
  description: 'The scopes of an API key changed.',
});
export const ApiKeyAllowedIpsChanged = defineEvent(
  'ApiKeyAllowedIpsChanged',
  z.object({ allowedIps: z.array(z.string()) }),
  { description: 'The allowed addresses of an API key changed.' },
);
export const ApiKeyApprovalRightChanged = defineEvent(
  'ApiKeyApprovalRightChanged',
  z.object({ canApprove: z.boolean() }),
  { description: 'An API key got, or lost, the right to approve posts in the name of its maker.' },
);
export const ApiKeyRevoked = defineEvent('ApiKeyRevoked', z.object({ reason: RevocationReason }), {
  description: 'An API key was revoked for good.',
  upcasts: [() => ({ reason: 'requested' })],
});

export const apiKeyEvents = [
  ApiKeyCreated,
  ApiKeyRenamed,
  ApiKeyScopesChanged,
  ApiKeyAllowedIpsChanged,
  ApiKeyApprovalRightChanged,
  ApiKeyRevoked,
] as const;
export type ApiKeyEvent = EventOf<(typeof apiKeyEvents)[number]>;

export type ApiKeyState =
  | Readonly<{
      revoked: boolean;
      name: string;
      scopes: readonly string[];
      allowedIps: readonly string[];
      /** No key approves unless it was given that right. */
      canApprove: boolean;
      expiresAt: string | null;
      createdBy: string;
    }>
  | undefined;

export type ApiKeyCommand =
  | Readonly<{ type: 'create-api-key'; now: string; canApprove?: boolean } & z.input<typeof ApiKeyCreated.schema>>
  | Readonly<{
      type: 'change-api-key';
      name?: string | undefined;
      scopes?: readonly string[] | undefined;
      allowedIps?: readonly string[] | undefined;
      canApprove?: boolean | undefined;
    }>
  | Readonly<{ type: 'revoke-api-key'; reason?: RevocationReason | undefined }>;

const decide = (command: ApiKeyCommand, state: ApiKeyState): readonly ApiKeyEvent[] => {
  if (command.type === 'create-api-key') {
    if (state) return [];
    const { type: _type, now, canApprove = false, ...data } = command;
    if (data.expiresAt !== null && Date.parse(data.expiresAt) <= Date.parse(now))
      throw new Refused('VALIDATION_ERROR', 'expiresAt must be in the future', { field: 'expiresAt' });
    return [
      ApiKeyCreated({ ...data, scopes: [...validateScopes(data.scopes)] }),
      ...(canApprove ? [ApiKeyApprovalRightChanged({ canApprove })] : []),
    ];
  }
  if (!state) throw notFound('API key');
  switch (command.type) {
    case 'change-api-key': {
      if (state.revoked) throw notFound('API key');
      const { name, allowedIps, canApprove } = command;
      const scopes = command.scopes && validateScopes(command.scopes);
      return [
        ...(name !== undefined && name !== state.name ? [ApiKeyRenamed({ name })] : []),
        ...(scopes && !same(scopes, state.scopes) ? [ApiKeyScopesChanged({ scopes: [...scopes] })] : []),
        ...(allowedIps && !same(allowedIps, state.allowedIps)
          ? [ApiKeyAllowedIpsChanged({ allowedIps: [...allowedIps] })]
          : []),
        ...(canApprove !== undefined && canApprove !== state.canApprove
          ? [ApiKeyApprovalRightChanged({ canApprove })]
          : []),
      ];
    }
    case 'revoke-api-key':
      return state.revoked ? [] : [ApiKeyRevoked({ reason: command.reason ?? 'requested' })];
    default:
      return unreachable(command);
  }
};

const same = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((each, index) => each === other[index]);

const evolve = (state: ApiKeyState, event: ApiKeyEvent): ApiKeyState => {
  if (event.type === 'ApiKeyCreated') {
    const { name, scopes, allowedIps, expiresAt, createdBy } = event.data;
    return { revoked: false, name, scopes, allowedIps, canApprove: false, expiresAt, createdBy };
  }
  if (!state) return state;
  return event.type === 'ApiKeyRevoked' ? { ...state, revoked: true } : { ...state, ...event.data };
};

/** `apiKey-<id>`. The `apiKeySlots` of a workspace limit its keys. */
export const apiKey: Decider<ApiKeyState, ApiKeyCommand, ApiKeyEvent> = {
  category: 'apiKey',
  initial: undefined,
  decide,
  evolve,
};
