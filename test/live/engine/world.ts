import { randomBytes } from 'node:crypto';

export type LiveAccount = Readonly<{ id: string; username: string; name: string }>;

export type LiveObject = {
  readonly id: string;
  readonly kind: 'post' | 'comment' | 'message' | 'container' | 'upload';
  readonly account: string;
  readonly text: string;
  readonly parent?: string;
  /** How many bytes of media it shows. */
  readonly mediaBytes: number;
  readonly mediaType?: string;
  readonly createdAt: number;
  readonly more: Record<string, unknown>;
  isDeleted?: boolean;
};

type Granted = Readonly<{ account: string; kind: 'access' | 'refresh' | 'short' | 'page'; endsAt?: number }>;

/** What a platform holds: accounts, tokens and objects. */
export class World {
  readonly accounts = new Map<string, LiveAccount>();
  readonly tokens = new Map<string, Granted>();
  readonly objects = new Map<string, LiveObject>();
  /** Addresses that were subscribed to, or webhooks that were set. */
  readonly subscriptions = new Map<string, unknown>();
  /** Consents that wait for the exchange of their code. */
  readonly codes = new Map<string, Readonly<Record<string, unknown>>>();
  #number = 1_700_000_000;

  nextNumber(): string {
    return String(++this.#number);
  }

  newAccount(id: string, username: string, name = 'Zoe Example'): LiveAccount {
    const account = { id, username, name };
    this.accounts.set(id, account);
    return account;
  }

  grant(account: string, kind: Granted['kind'] = 'access', prefix = '', endsAt?: number): string {
    const token = `${prefix}${randomBytes(24).toString('hex')}`;
    this.tokens.set(token, { account, kind, ...(endsAt !== undefined && { endsAt }) });
    return token;
  }

  put(made: Partial<LiveObject> & Pick<LiveObject, 'kind' | 'account'>): LiveObject {
    const object: LiveObject = {
      id: made.id ?? this.nextNumber(),
      text: '',
      mediaBytes: 0,
      createdAt: Date.now(),
      more: {},
      ...made,
    };
    this.objects.set(object.id, object);
    return object;
  }

  /** An object that is there and not deleted. */
  get(id: string | undefined): LiveObject | undefined {
    const object = this.objects.get(id ?? '');
    return object?.isDeleted ? undefined : object;
  }

  of(kind: LiveObject['kind'], account?: string): readonly LiveObject[] {
    return [...this.objects.values()].filter(
      (object) => object.kind === kind && !object.isDeleted && (account === undefined || object.account === account),
    );
  }
}
