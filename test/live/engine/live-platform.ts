import type { Contract } from './contract.ts';
import type { Received } from './request.ts';
import type { Allowed } from './validation.ts';
import type { LiveAccount, World } from './world.ts';

/** An allowed request, and what the server knows about its sender. */
export type Call = Allowed &
  Readonly<{
    world: World;
    request: Received;
    /** Whose token it is; the first account where a call needs no token. */
    account: LiveAccount;
    token: string;
    /** The address of a host of this server: `https://localhost:1234/api.x.com`. */
    base(host: string): string;
    /** The bytes at an address that the service names, fetched as the platform does. */
    fetched(url: string): Promise<Readonly<{ bytes: Buffer; contentType: string }>>;
  }>;

export type Reply = Readonly<{
  status?: number;
  json?: unknown;
  text?: string;
  headers?: Readonly<Record<string, string>>;
}>;

export type Behaviour = (call: Call) => Reply | Promise<Reply>;

/** A page that a person opens in a browser to consent. Returns where the browser is sent then. */
export type Consent = Readonly<{ at: string; query: Readonly<Record<string, unknown>> }>;

/** A platform as this server plays it: what it describes, and how each operation acts on its world. */
export type LivePlatform = Readonly<{
  contract: Contract;
  behaviours: Readonly<Record<string, Behaviour>>;
  /** How a refusal looks. */
  refusal(status: number, message: string): Reply;
}>;

/** A refusal by a behaviour, for reasons that no schema states. */
export class Unallowed extends Error {
  readonly status: number;
  constructor(message: string, status = 400) {
    super(message);
    this.status = status;
  }
}

export const must: (holds: unknown, message: string, status?: number) => asserts holds = (holds, message, status) => {
  if (!holds) throw new Unallowed(message, status);
};
