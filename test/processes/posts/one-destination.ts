import { CommandHandler } from '../../../commands/kernel/handle.ts';
import { AccountConnected } from '../../../domain/accounts/account-events.ts';
import type { NewEvent, Recorded } from '../../../domain/kernel/event.ts';
import type { Found, NativeObject, Publisher, PublishRun } from '../../../domain/platforms/publisher.ts';
import { actContext, type ActContext, type Lease } from '../../../processes/kernel/act-context.ts';
import { PostPublishingStarted } from '../../../domain/posts/post-events.ts';
import type { PostContent } from '../../../domain/posts/values.ts';
import type { WorkspaceSettings } from '../../../domain/workspaces/settings.ts';
import { WorkspaceCreated } from '../../../domain/workspaces/workspace-events.ts';
import type { Platform } from '../../../domain/platforms/platform.ts';
import type { AttemptStep } from '../../../processes/posts/attempt-steps.ts';
import type { OpenedAccount, PublishingPorts } from '../../../processes/posts/ports.ts';
import { publishDestination } from '../../../processes/posts/publish-destination.ts';
import { created, now, postId, toMastodon } from '../../domain/posts/a-post.ts';
import { MemoryEventStore } from '../../support/memory-event-store.ts';

export const { postPlatformId, accountId } = toMastodon;
export const stream = `post-${postId}`;
export const object: NativeObject = { nativeId: '1', url: 'https://mastodon.example/1', kind: 'post' };

const workspaceId = 'c0000000000000000000workspc';

export const opened: OpenedAccount = {
  facts: { platform: 'MASTODON', status: 'ACTIVE' },
  account: { id: accountId, nativeId: '42', username: 'someone' },
  credentials: { accessToken: 'token' },
};

const unused = async (): Promise<never> => {
  throw new Error('not part of this spec');
};

/**
 * A post with one destination that is being published, over the real decider and handler and a log in memory. `calls` notes every
 * call to the platform with the types of the events that were in the log when it left.
 */
export const oneDestination = (...events: readonly NewEvent[]) => destinationOf({ content: {} }, ...events);

type Content = Partial<PostContent>;
type Given = Readonly<{ content: Content; platform?: Platform; settings?: WorkspaceSettings }>;

/** The same for a post with this content, to this platform, in a workspace with these settings. */
export const destinationOf = async (
  { content, platform = 'MASTODON', settings = {} }: Given,
  ...events: readonly NewEvent[]
) => {
  const store = new MemoryEventStore();
  let time = now;
  const meta = {
    ...({ workspaceId, mode: 'live', actor: { kind: 'user', id: 'u' } } as const),
    $correlationId: 'spec',
    $causationId: 'spec',
    occurredAt: now,
  };
  const queued = [{ ...toMastodon, platform, dueAt: now, retry: 0 }];
  const started = PostPublishingStarted({ trigger: 'publish', round: 1, queued });
  const history: readonly NewEvent[] = [created(content, [{ ...toMastodon, platform }]), started, ...events];
  await store.append(`workspace-${workspaceId}`, 'none', [
    {
      ...WorkspaceCreated({
        workspaceId,
        name: 'Acme',
        slug: 'acme',
        logo: null,
        plan: 'agency',
        mode: 'live',
        ownerId: 'u',
        settings,
      }),
      id: 'workspace-created',
      meta,
    },
  ]);
  await store.append(
    stream,
    'none',
    history.map((event, index) => ({ ...event, id: `event-${index}`, meta })),
  );
  const types = (): string[] => store.of(stream).map(({ type }) => type);
  const calls: Readonly<{ call: string; log: readonly string[] }>[] = [];
  const note = (call: string): void => void calls.push({ call, log: types().slice(history.length) });
  const steps: AttemptStep[] = [];
  const bugs: unknown[] = [];

  const handler = new CommandHandler(store);
  let runs = 0;
  const context = (lease: Partial<Lease> = {}): ActContext =>
    actContext(
      {
        process: 'destinations',
        instance: postPlatformId,
        workspaceId,
        mode: 'live',
        lane: 'MASTODON',
        revision: 0,
        state: {},
        failures: 0,
        dueAt: now,
        owner: 'worker',
        token: '1',
        correlationId: 'request',
      },
      {
        run: `run-${++runs}`,
        signal: new AbortController().signal,
        stopping: new AbortController().signal,
        stillMine: () => true,
        proveLease: async () => (lease.stillMine ?? (() => true))(),
        endInstance: () => undefined,
        takePlace: async () => undefined,
        ...lease,
      },
      { commands: handler, now: () => new Date(time), wait: async () => undefined },
    );

  /** Carries out the destination's action with a platform that publishes and finds like this. */
  const publish = (
    answers: Readonly<{ publish?: Publisher['publish']; find?: () => Promise<Found> }>,
    { lease, ...ports }: Partial<PublishingPorts> & Readonly<{ lease?: Partial<Lease> }> = {},
  ): Promise<void> => {
    const publisher: Publisher = {
      platform,
      publish: answers.publish ?? unused,
      find: async () => {
        note('find');
        return (answers.find ?? unused)();
      },
      commentSupport: () => 'no',
      comment: unused,
      unpublish: unused,
    };
    return publishDestination({ postId, postPlatformId, platform }, context(lease), {
      publishers: () => publisher,
      accounts: { open: async () => opened, renew: async () => undefined, tokenDied: async () => undefined },
      media: () => {
        throw new Error('the post has no media');
      },
      addSilence: undefined,
      pacing: { take: async () => undefined },
      claims: { claim: async () => true },
      onStep: (step) => void steps.push(step),
      onBug: (error) => void bugs.push(error),
      ...ports,
    });
  };

  return {
    store,
    handler,
    context,
    publish,
    calls,
    note,
    steps,
    bugs,
    /** The events since the publication began. */
    recorded: (): readonly Recorded[] => store.of(stream).slice(history.length),
    recordedTypes: (): readonly string[] => types().slice(history.length),
    /** The account lives on this server. */
    connectedAt: async (instanceUrl: string): Promise<void> => {
      const profile = { platform, nativeId: '42', username: 'someone', displayName: 'Someone', instanceUrl };
      const data = { accountId, connectionId: 'first', ...profile, tokenVersion: 1, connectedById: null };
      await store.append(`account-${accountId}`, 'none', [{ ...AccountConnected(data), id: 'connected', meta }]);
    },
    /** Sets the workspace's clock (ISO 8601). */
    setTime: (to: string) => void (time = to),
    /** Publishes the post by one send, named `post`. */
    sending:
      (answer: () => Promise<NativeObject>): Publisher['publish'] =>
      async (_rendered, run: PublishRun) => [
        await run.send('post', async () => {
          note('send');
          return answer();
        }),
      ],
  };
};
