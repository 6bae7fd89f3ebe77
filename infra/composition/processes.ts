import { setTimeout as pause } from 'node:timers/promises';
import { commandIdFor } from '../../commands/kernel/deterministic-ids.ts';
import { forgetTokens } from '../../commands/accounts/forget-tokens.ts';
import type { ObjectStorage } from '../../domain/media/object-storage.ts';
import type { FetchFile } from '../../domain/media/processing.ts';
import { erasureProcess } from '../../processes/erasure/erasure.ts';
import { accountReleaseProcess } from '../../processes/account-release/account-release.ts';
import { invitationMailsProcess } from '../../processes/invitations/invitation-mails.ts';
import type { Claimed } from '../../processes/kernel/instance-store.ts';
import type { ActContext, Lease, RunnableProcess } from '../../processes/kernel/process-manager.ts';
import { ProcessWorker } from '../../processes/kernel/worker.ts';
import { mediaProcessing } from '../../processes/media/media-process.ts';
import { runAutoArchive } from '../../processes/publishing/auto-archive.ts';
import { runDuePosts } from '../../processes/publishing/due-posts.ts';
import { runFirstComments } from '../../processes/publishing/first-comments.ts';
import { runPlanLimits } from '../../processes/publishing/plan-limits.ts';
import type { PublishingPorts } from '../../processes/publishing/ports.ts';
import { runDestinations } from '../../processes/publishing/publish-destination.ts';
import { runRemovals } from '../../processes/publishing/removals.ts';
import { tokenRefreshProcess } from '../../processes/token-refresh/token-refresh.ts';
import type { LastWrites } from '../edge/http/last-writes.ts';
import { forgetPersonBy } from '../adapters/users/forget-person.ts';
import { invitationLinks } from '../adapters/workspaces/invitation-links.ts';
import { mailerByMode } from '../adapters/mail/mailers.ts';
import { killPoints } from '../test-mode/kill-points.ts';
import { SandboxMailer } from '../adapters/mail/sandbox-mailer.ts';
import { SmtpMailer } from '../adapters/mail/smtp-mailer.ts';
import { ffmpegPoster } from '../adapters/media/poster.ts';
import { mediaProcessing as lookInto } from '../adapters/media/process-media.ts';
import { createSafeFetch } from '../outside/http/safe-fetch.ts';
import { postsAtLarge } from '../adapters/posts/posts-at-large.ts';
import { postgresClaims } from '../adapters/posts/object-claims.ts';
import { postgresPacing } from '../adapters/posts/pacing.ts';
import { commentsOfWorkspace } from '../adapters/comments/comments-of-workspace.ts';
import { postsUpToDate } from '../adapters/posts/posts-up-to-date.ts';
import { publishingAccounts } from '../adapters/accounts/publishing-accounts.ts';
import { ProcessInstances, workerNames } from '../stores/postgres/process-instances.ts';
import { ProcessName } from '../stores/postgres/process-name.ts';
import { ProcessSubscriber, wakeChannel } from '../stores/postgres/process-subscriber.ts';
import { workspaceSubject } from '../stores/secrets/personal-fields.ts';
import { WebhookFanOut } from '../adapters/webhooks/fan-out-subscriber.ts';
import { webhookProcessesOf } from '../adapters/webhooks/webhook-parts.ts';
import { measuredDeliveries, measuredMedia } from '../adapters/measured/measured-calls.ts';
import { ownersOf } from '../adapters/workspaces/owners.ts';
import type { Access } from './access.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { Platforms } from './platforms.ts';
import { keptKey } from '../stores/secrets/kept-key.ts';
import { processManagers } from '../../processes/all-processes.ts';
import { runSubscription } from '../log/subscriptions/run-subscription.ts';
import { requireProcessCheckpoints } from '../log/subscriptions/process-checkpoints.ts';

/** Actions at once in one lane: a platform's, a webhook receiver's, or a process's own. */
const laneRoom = 24;

type Files = Pick<PublishingPorts, 'media'> & Readonly<{ storage: ObjectStorage; fetch: FetchFile }>;

export const runProcesses = async (
  infrastructure: Infrastructure,
  { commands, freshness }: Access,
  platforms: Platforms,
  { media, storage, fetch }: Files,
  lastWrites: LastWrites,
) => {
  const { config, log, database, db, store, notifications, clocks, vault, subjectKeys, metrics, onAdvance } =
    infrastructure;
  const upToDate = postsUpToDate(store, freshness);
  const posts = postsAtLarge(db, upToDate);
  const publishing: PublishingPorts = {
    publishers: platforms.publishers,
    accounts: publishingAccounts(platforms.tokens),
    media,
    pacing: postgresPacing(database.kysely),
    claims: postgresClaims(database.kysely, upToDate),
    reached: killPoints(config.sandboxKillFile),
    onBug: (error, where) => log.error({ error, ...where }, 'publishing met a bug'),
  };
  const safeFetch = createSafeFetch({ exempt: config.webhookAllowedRanges });
  const smtp =
    config.smtpUrl === undefined ? undefined : new SmtpMailer({ url: config.smtpUrl, from: config.mailFrom });
  const mailer = mailerByMode(new SandboxMailer(database.kysely), smtp);
  const makePoster = ffmpegPoster(config.ffmpegPath);
  const processes: readonly RunnableProcess[] = [
    runDuePosts(posts),
    runAutoArchive(posts),
    runPlanLimits(posts),
    runDestinations(publishing),
    runFirstComments(publishing),
    runRemovals(publishing),
    tokenRefreshProcess({ renew: platforms.renew }),
    accountReleaseProcess({ forget: forgetTokens(platforms) }),
    mediaProcessing({
      storage,
      fetch,
      process: measuredMedia(lookInto({ storage, makePoster }), metrics),
    }),
    erasureProcess({
      forgetPerson: forgetPersonBy({ commands, db: database.kysely, subjectKeys }),
      forgetInvitation: (invitationId) => subjectKeys.destroy(invitationId),
      forgetContact: (contactId) => subjectKeys.destroy(contactId),
      commentsOf: commentsOfWorkspace({ db, log: store, freshness }),
      forgetWorkspace: async (workspaceId) => {
        await vault.removeWorkspace(workspaceId);
        await subjectKeys.destroy(workspaceSubject(workspaceId));
      },
    }),
    invitationMailsProcess({
      mailer,
      links: invitationLinks(await keptKey(infrastructure, 'invitation-links'), config.publicUrl),
    }),
    ...webhookProcessesOf({
      db,
      vault,
      safeFetch: measuredDeliveries(safeFetch, metrics),
      mailer,
      ownersOf: ownersOf(db),
    }),
  ];

  for (const { manager } of processes) {
    // Otherwise nobody could look after its instances by command, or give it the place to begin that a refusal asks for.
    if (!processManagers.some(({ name }) => name === manager.name)) throw new Error(`${manager.name} is not listed`);
  }
  const subscribers = [...processes.map(({ manager }) => new ProcessSubscriber(manager)), new WebhookFanOut()];
  await requireProcessCheckpoints(
    subscribers.map(({ name }) => name),
    infrastructure,
  );
  const scan = await runSubscription('processes', async () => ({ subscribers }), {
    ...infrastructure,
    store: store.view({ as: 'opened', shared: true }),
  });

  const instances = new ProcessInstances(database.kysely, () => clocks.aheadMs);
  const name = new ProcessName(database.connection, workerNames);
  const contextFor = (claimed: Claimed, lease: Lease): ActContext => {
    const { process, instance, workspaceId, mode } = claimed;
    const meta = () => ({
      workspaceId,
      mode,
      actor: { kind: 'process', id: process } as const,
      $correlationId: `${process}/${instance}`,
      occurredAt: clocks.now(mode).toISOString(),
    });
    return {
      ...lease,
      instance,
      workspaceId,
      mode,
      now: () => clocks.now(mode),
      wait: (milliseconds) => waitOnClock(milliseconds, () => clocks.now(mode).getTime(), lease.signal),
      send: async (decider, id, command, step, options) => {
        const commandId = commandIdFor(process, instance, step);
        const handled = await commands.handle(decider, id, command, { commandId, meta: meta() }, options);
        if (handled.position) await lastWrites.record(workspaceId, handled.position.commit);
        return handled;
      },
      load: (decider, id, { latest = false, atLeast } = {}) =>
        commands.load(
          decider,
          id,
          workspaceId,
          atLeast === undefined ? (latest ? 'latest' : 'mayBeStale') : { minRevision: atLeast },
        ),
    };
  };
  const worker = new ProcessWorker({
    owner: await name.current(),
    processes,
    instances,
    contextFor,
    laneRoom,
    report: {
      started: ({ process, mode, dueAt }) =>
        metrics.timerLateness.observe({ process }, Math.max(0, clocks.now(mode).getTime() - Date.parse(dueAt)) / 1000),
      acted: ({ process }, milliseconds) =>
        metrics.processActions.observe({ process, outcome: 'acted' }, milliseconds / 1000),
      failed: ({ process, instance }, error, milliseconds) => {
        metrics.processActions.observe({ process, outcome: 'failed' }, milliseconds / 1000);
        log.warn({ process, instance, error }, 'an action failed and is tried again');
      },
      fault: (error) => log.warn({ error }, 'the worker met a passing fault'),
    },
  });
  await notifications.subscribe(wakeChannel, () => worker.wake());
  onAdvance(() => worker.wake());

  const stopping = new AbortController();
  const freeDeadLeases = (): Promise<void> =>
    instances.freeDeadLeases().then(
      (freed) => {
        if (freed > 0) worker.wake();
      },
      (error: unknown) => log.warn({ error }, 'leases of dead workers could not be freed'),
    );
  const freeing = setInterval(() => void freeDeadLeases(), 5_000);
  await freeDeadLeases();
  let working: Promise<void> | undefined;
  const rest = async (): Promise<void> => {
    clearInterval(freeing);
    stopping.abort();
    await working;
  };
  return {
    scan,
    /** Whether a video tool was found: videos get no thumbnails without one. */
    makesPosters: makePoster !== undefined,
    instances,
    wake: () => worker.wake(),
    /** Lets it act. Not before what it calls can answer: the sandbox's platforms are served by this service itself. */
    begin: () => {
      working ??= worker.run(stopping.signal);
    },
    /** Ends what it is at and acts no more, while what it calls still answers. */
    rest,
    stop: async () => {
      await rest();
      await scan.stop();
      await name.release();
      await safeFetch.close();
    },
  };
};

/** Waits on a workspace's clock: an advanced test clock ends the wait early. */
const waitOnClock = async (milliseconds: number, now: () => number, signal: AbortSignal): Promise<void> => {
  const end = now() + milliseconds;
  for (let left = milliseconds; left > 0; left = end - now()) await pause(Math.min(left, 250), undefined, { signal });
};
