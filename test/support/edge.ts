import { Kysely, DummyDriver, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import http from 'node:http';
import { CommandHandler } from '../../commands/kernel/handle.ts';
import { idAt } from '../../domain/kernel/ids.ts';
import { newApiKey } from '../../infra/edge/access/api-key.ts';
import { RateLimit, type RequestLimit } from '../../infra/edge/access/rate-limit.ts';
import type { CredentialDirectory, KnownKey, KnownPerson, Membership } from '../../infra/edge/access/credentials.ts';
import type { EdgePorts } from '../../infra/edge/http/edge-ports.ts';
import { LastWritesInMemory } from '../../infra/edge/http/last-writes.ts';
import { createServer, type ServerOptions } from '../../infra/edge/http/server.ts';
import { createLogger } from '../../infra/telemetry/logger.ts';
import type { Role } from '../../domain/workspaces/role.ts';
import type { ReadModels } from '../../projections/database.ts';
import type { Past } from '../../read-api/kernel/past.ts';
import { MemoryEventStore } from './memory-event-store.ts';

let ids = 0;
/** A well-formed id nothing else has. */
export const freshId = (): string => idAt(Date.now(), (ids++).toString(36).padStart(15, '0'));

/** Keys and sessions that a test makes up. */
export class CredentialsOfTest implements CredentialDirectory {
  readonly keys = new Map<string, KnownKey>();
  /** The tokens of people who look after the service. */
  readonly operators = new Set<string>();
  readonly people = new Map<string, { userId: string; memberships: Membership[] }>();

  addKey(more: Partial<KnownKey> = {}): KnownKey & { secret: string } {
    const known: KnownKey = {
      keyId: freshId(),
      workspaceId: freshId(),
      mode: 'test',
      plan: 'agency',
      createdBy: freshId(),
      scopes: ['*'],
      canApprove: false,
      allowedIps: [],
      expiresAt: null,
      revokedAt: null,
      ...more,
    };
    const { key: secret } = newApiKey(known.mode);
    this.keys.set(secret, known);
    return { ...known, secret };
  }

  /** A session of a person who is a member of these workspaces, oldest first. */
  addPerson(...workspaceIds: string[]): { userId: string; token: string } {
    const userId = freshId();
    const memberships = workspaceIds.map((workspaceId) => ({
      workspaceId,
      mode: 'test' as const,
      plan: 'agency',
      role: 'OWNER',
    }));
    const token = `e30.${Buffer.from(userId).toString('base64url')}.c2ln`;
    this.people.set(token, { userId, memberships });
    return { userId, token };
  }

  /** A session of a person who has a role in a workspace. */
  addMember(workspaceId: string, role: Role): { userId: string; token: string } {
    const person = this.addPerson();
    this.people.get(person.token)?.memberships.push({ workspaceId, mode: 'test', plan: 'agency', role });
    return person;
  }

  byApiKey(key: string): KnownKey | undefined {
    return this.keys.get(key);
  }

  bySession(token: string, wanted?: string): KnownPerson | undefined {
    const person = this.people.get(token);
    if (!person) return undefined;
    const membership = person.memberships.find(({ workspaceId }) => wanted === undefined || workspaceId === wanted);
    return { userId: person.userId, operator: this.operators.has(token), membership };
  }
}

const generousLimits = (): RequestLimit => ({ perMinute: 1e6, perSecond: 1e6 });

/** Compiles queries and answers none: for endpoints that ask no read model. */
const noDatabase = (): Kysely<ReadModels> =>
  new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });

const ofThePresent = () => Promise.reject(new Error('this test asks for the present only'));
/** For what does not travel in time. */
export const nothingPast: Past = {
  at: ofThePresent,
  head: ofThePresent,
  lengthOf: ofThePresent,
  requireReached: ofThePresent,
};

export type Answer = Readonly<{
  status: number;
  headers: Headers;
  /** The parsed JSON body, or `undefined` without a body. */
  body: any; // oxlint-disable-line typescript/no-explicit-any -- tests assert on it, whatever it is
}>;

export type Ask = Readonly<{
  token?: string;
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
}>;

/** A server on a real socket over an event log in memory, and how to ask it. */
export const startEdge = async ({
  writes = [],
  reads = [],
  ports = {},
  ...options
}: Partial<Omit<ServerOptions, 'ports'>> & { ports?: Partial<EdgePorts> } = {}) => {
  const store = new MemoryEventStore();
  const credentials = new CredentialsOfTest();
  const logged: Record<string, unknown>[] = [];
  const log = createLogger('info', { write: (line: string) => void logged.push(JSON.parse(line)) });
  const lastWrites = new LastWritesInMemory();
  const server = createServer({
    writes,
    reads,
    log,
    readiness: () => Promise.resolve({}),
    ...options,
    ports: {
      commands: new CommandHandler(store),
      db: noDatabase(),
      past: nothingPast,
      directory: credentials,
      rateLimit: new RateLimit({ limits: generousLimits }),
      monthlyUsage: { count: () => 0 },
      clock: () => Date.now(),
      idempotency: { once: () => Promise.reject(new Error('this test sends no Idempotency-Key')) },
      lastWrites,
      freshness: { wait: () => true },
      ...ports,
    },
  });
  const { port } = await server.listen(0, '127.0.0.1');
  const origin = `http://127.0.0.1:${port}`;

  /** `send('POST /v1/posts', { token, body })`. A string body goes unchanged, anything else as JSON. */
  const send = async (line: string, { token, body, headers = {} }: Ask = {}): Promise<Answer> => {
    const [method = 'GET', path = '/'] = line.split(' ');
    const sent = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    return ask(origin, method, path, sent, {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    });
  };
  return { server, store, credentials, lastWrites, logged, port, origin, send, stop: () => server.close() };
};

/** Asks with exactly this path and these headers: fetch would tidy them up. */
const ask = (
  origin: string,
  method: string,
  path: string,
  body: string | undefined,
  headers: Readonly<Record<string, string>>,
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin);
    const req = http.request({ hostname, port, method, path, headers, agent: false }, (res) => {
      const chunks: Buffer[] = [];
      res.on('data', (chunk: Buffer) => chunks.push(chunk));
      res.on('error', reject);
      res.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        const isJson = res.headers['content-type']?.includes('json') === true && text !== '';
        resolve({
          status: res.statusCode ?? 0,
          headers: new Headers(
            Object.entries(res.headers).map(([name, value]): [string, string] => [name, String(value)]),
          ),
          body: isJson ? JSON.parse(text) : text === '' ? undefined : text,
        });
      });
    });
    req.on('error', reject);
    req.end(body);
  });
