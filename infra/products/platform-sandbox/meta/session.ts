import type { Platform } from '../../../../domain/platforms/platform.ts';
import { underFaults, type NativeFaults, type ActFaults } from '../faults.ts';
import { holder, type Held } from '../grants.ts';
import type { SandboxCall } from '../platform.ts';
import type { FaultKind, FaultOperation, JsonObject, SandboxAccount, SandboxSecret } from '../store.ts';
import { graphError, permissionMissing, Refusal, tokenExpired, tokenRevoked, tokenUnreadable } from './graph-errors.ts';
import { parametersOf, textOf } from './parameters.ts';

/** The answers of one of Meta's platforms to faults. */
export type Dialect = Readonly<{
  platform: Platform;
  faults(call: SandboxCall, operation: FaultOperation): NativeFaults;
}>;

export type MetaSession = Readonly<{
  call: SandboxCall;
  account: SandboxAccount;
  secret: SandboxSecret;
  /** Query and body together; empty for bodies of other types, which the route reads itself. */
  parameters: JsonObject;
}>;

export type Wanted = Readonly<{
  /** Absent: no fault touches the call. An operation may be limited to some kinds of faults. */
  operations?: readonly (FaultOperation | Readonly<{ operation: FaultOperation; kinds: readonly FaultKind[] }>)[];
  /** One of these scopes. */
  scope?: readonly string[];
}>;

const tokenOf = ({ request }: SandboxCall, parameters: JsonObject): string | undefined => {
  const [scheme, value] = (request.headers.get('authorization') ?? '').split(' ');
  return scheme && /^(bearer|oauth)$/i.test(scheme) ? value : textOf(parameters['access_token']);
};

const heldBy = async (call: SandboxCall, platform: Platform, value: string | undefined): Promise<Held> => {
  const held = await holder(call.world, platform, 'access', value);
  if (held === 'expired') throw new Refusal(tokenExpired(call.world));
  if (held === 'revoked') throw new Refusal(tokenRevoked);
  if (typeof held === 'string') throw new Refusal(tokenUnreadable);
  return held;
};

/** The end of a call, answered or refused. */
export const refusing = async (act: () => Promise<Response>): Promise<Response> => {
  try {
    return await act();
  } catch (error) {
    if (error instanceof Refusal) return graphError(error.failure);
    throw error;
  }
};

const scopesOf = ({ data }: SandboxSecret): readonly string[] => String(data['scope'] ?? '').split(',');

/** Ends a call whose token lacks a further scope. */
export const requireScope = ({ secret }: MetaSession, scope: string): void => {
  if (!scopesOf(secret).includes(scope)) throw new Refusal(permissionMissing);
};

/** Checks token and scope and runs the call under its faults. */
export const asHolder = (
  call: SandboxCall,
  dialect: Dialect,
  wanted: Wanted | ((session: MetaSession) => Promise<Wanted>),
  act: (session: MetaSession, actFaults: ActFaults) => Promise<Response>,
): Promise<Response> =>
  refusing(async () => {
    const parameters = await parametersOf(call);
    const held = await heldBy(call, dialect.platform, tokenOf(call, parameters));
    const session = { call, parameters, ...held };
    const { operations = [], scope } = typeof wanted === 'function' ? await wanted(session) : wanted;
    const granted = scopesOf(held.secret);
    if (scope && !scope.some((each) => granted.includes(each))) throw new Refusal(permissionMissing);
    const run = operations.reduceRight<(actFaults: ActFaults) => Promise<Response>>(
      (inner, each) => (actFaults) => {
        const { operation, kinds } = typeof each === 'string' ? { operation: each, kinds: undefined } : each;
        return underFaults(
          call.world,
          { operation, account: held.account, native: dialect.faults(call, operation), kinds },
          ({ containerFails }) => inner({ containerFails: containerFails || actFaults.containerFails }),
        );
      },
      (actFaults) => act(session, actFaults),
    );
    return run({ containerFails: false });
  });
