import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type FaultKind,
  type FaultOperation,
  memorySandboxStore,
  type Provisioned,
  type ProvisionRequest,
  receive,
  sandboxHandler,
  type SandboxObject,
  sandboxPlatforms,
  type SandboxStore,
  type SandboxWorld,
} from '@social-publishing/platform-sandbox';
import type { Grant } from '../../../../domain/platforms/connector.ts';
import type { Platform } from '../../../../domain/platforms/platform.ts';
import type { MediaFile, PlatformAccount, Rendered } from '../../../../domain/platforms/publisher.ts';
import type { PlatformAdapter } from '../../../../infra/outside/platforms/adapter.ts';
import { testApps } from '../../../support/sandbox-apps.ts';
import { platformAdapters } from '../../../../infra/outside/platforms/all.ts';
import { sandboxHosts } from '../../../../infra/outside/platforms/hosts.ts';
import type { Fetch } from '../../../../infra/outside/http/agent-fetch.ts';
import { platformHttp } from '../../../../infra/outside/platforms/http.ts';
import { HandClock, MemoryRun } from './memory-run.ts';

/** The sandbox on a real socket, and the service's adapters pointed at it. */
export class Lab {
  readonly clock = new HandClock();
  readonly store: SandboxStore;
  readonly failures: unknown[] = [];
  readonly #server: Server;
  origin = '';
  /** The properties of every account provisioned here, unless a case sets others. */
  wants: Partial<ProvisionRequest> = {};

  constructor(store: SandboxStore = memorySandboxStore(), slowMs = 200, mediaBase?: string) {
    this.store = store;
    const handle = sandboxHandler({
      store,
      clock: this.clock,
      apps: testApps,
      slowMs,
      failed: (error) => this.failures.push(error),
      ...(mediaBase !== undefined && { mediaBase }),
    });
    this.#server = createServer((request, response) => void handle(request, response));
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.origin = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  get world(): SandboxWorld {
    return { store: this.store, apps: testApps, now: () => this.clock.now(), origin: this.origin };
  }

  /**
   * `timeoutMs` is short where a case waits for it to pass; `fetch` is another one where a case ends it by hand; `clientSecret` is not
   * the one the sandbox knows.
   */
  adapter(platform: Platform, timeoutMs = 10_000, fetch?: Fetch, clientSecret?: string): PlatformAdapter {
    const http = platformHttp({ timeoutMs, ...(fetch && { fetch }) });
    const own = clientSecret === undefined ? {} : { [platform]: { clientId: 'another', clientSecret } };
    const tools = { http, hosts: sandboxHosts(this.origin), apps: { ...testApps, ...own } };
    const adapter = platformAdapters(tools).get(platform);
    if (!adapter) throw new Error(`${platform} has no adapter`);
    return adapter;
  }

  /** A fresh account in a workspace of its own. */
  async person(platform: Platform, wants: Partial<ProvisionRequest> = {}): Promise<Person> {
    const workspaceId = wants.workspaceId ?? `w${randomUUID()}`;
    const simulator = sandboxPlatforms.find((each) => each.platform === platform);
    if (!simulator) throw new Error(`the sandbox does not simulate ${platform}`);
    const provisioned = await this.store.call((store) =>
      simulator.provision({ ...this.world, store }, { platform, workspaceId, ...this.wants, ...wants }),
    );
    return new Person(this, platform, workspaceId, provisioned);
  }
}

/** An account connected to the service, on one simulated platform. */
export class Person {
  readonly lab: Lab;
  readonly platform: Platform;
  readonly workspaceId: string;
  readonly account: PlatformAccount;
  readonly grant: Grant;
  readonly destinations: Provisioned['destinations'];

  constructor(lab: Lab, platform: Platform, workspaceId: string, { details, grant, page, destinations }: Provisioned) {
    this.lab = lab;
    this.platform = platform;
    this.workspaceId = workspaceId;
    this.grant = grant;
    this.destinations = destinations;
    const { nativeId, username, accountType, oauthVersion, instanceUrl } = details;
    this.account = {
      id: `account-${randomUUID().slice(0, 8)}`,
      nativeId,
      username,
      ...(accountType !== undefined && { accountType }),
      ...(oauthVersion !== undefined && { oauthVersion }),
      ...(instanceUrl !== undefined && { instanceUrl }),
      ...(page !== undefined && { page }),
      ...(grant.scopes !== undefined && { scopes: grant.scopes }),
    };
  }

  newRun(grant: Grant = this.grant, intentKey?: string): MemoryRun {
    return new MemoryRun(this.account, grant.credentials, this.lab.clock, intentKey);
  }

  async fault(operation: FaultOperation, fault: FaultKind, times = 1): Promise<void> {
    const { platform, workspaceId } = this;
    await this.lab.store.addFault({ id: randomUUID(), workspaceId, platform, operation, fault, times });
  }

  /** What the account made and the platform still shows, oldest first. */
  async objects(deleted = false): Promise<readonly SandboxObject[]> {
    const { platform, account } = this;
    const query = { platform, accountNativeId: account.nativeId, direction: 'made', deleted, limit: 100 } as const;
    return [...(await this.lab.store.objects(query))].reverse();
  }

  receives(inbound: { kind: 'comment' | 'mention' | 'review' | 'message'; text: string; on?: string; under?: string }) {
    return receive(this.lab.world, {
      platform: this.platform,
      accountNativeId: this.account.nativeId,
      kind: inbound.kind,
      text: inbound.text,
      author: { id: '4711', username: 'visitor' },
      ...(inbound.on !== undefined && { postNativeId: inbound.on }),
      ...(inbound.under !== undefined && { parentCommentId: inbound.under }),
      ...(inbound.kind === 'review' && {
        data: { rating: 4, locationPath: 'locations/7', locationName: 'Shop' },
      }),
    });
  }
}

/** A post for a platform, as the service would render it. */
export const rendered = (platform: Platform, text: string, media: readonly MediaFile[] = []): Rendered => ({
  platform,
  contentType:
    media.length > 1
      ? 'CAROUSEL'
      : media.length === 0
        ? 'TEXT'
        : media[0]?.contentType.startsWith('video/')
          ? 'VIDEO'
          : 'IMAGE',
  text,
  media,
  thread: [],
  metadata: {},
});

/** A thread of the given items. */
export const threadOf = (
  platform: Platform,
  items: readonly (readonly [text: string, media?: readonly MediaFile[]])[],
): Rendered => {
  const thread = items.map(([text, media = []], index) => ({ sequence: index + 1, text, media }));
  return { ...rendered(platform, thread[0]?.text ?? '', thread[0]?.media ?? []), contentType: 'THREAD', thread };
};
