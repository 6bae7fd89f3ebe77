import { consoleLinks } from '../../domain/notifications/console-links.ts';
import { forgetTokens } from '../../commands/accounts/forget-tokens.ts';
import type { KeepTombstone } from '../../domain/kernel/tombstone.ts';
import type { ForgetTokens } from '../../processes/accounts/give-tokens-back.ts';
import { allProcesses } from '../../processes/all-processes.ts';
import { processEngine } from '../../processes/kernel/engine.ts';
import { Postponed } from '../../processes/kernel/host-places.ts';
import { withPorts, type PortsOf } from '../../processes/kernel/process.ts';
import type { WorkerReport } from '../../processes/kernel/worker-report.ts';
import { openEventSubscriptions, sharedInReadModel } from '../adapters/accounts/event-subscriptions.ts';
import { instagramOfWorkspace } from '../adapters/accounts/instagram-of-workspace.ts';
import { publishingAccounts } from '../adapters/accounts/publishing-accounts.ts';
import { commentReading } from '../adapters/comments/comment-reading.ts';
import { finishWebhooks } from '../adapters/platform-webhooks/finish-webhooks.ts';
import { insightsPlan } from '../adapters/analytics/insights-plan.ts';
import { enrollmentQueries } from '../adapters/sequences/enrollment-queries.ts';
import { resumptionQueries } from '../adapters/sequences/resumption-queries.ts';
import { contactsOfWorkspace } from '../adapters/contacts/contacts-of-workspace.ts';
import { commentsOfWorkspace } from '../adapters/comments/comments-of-workspace.ts';
import { mailerByMode } from '../adapters/mail/mailers.ts';
import { SandboxMailer } from '../adapters/mail/sandbox-mailer.ts';
import { SmtpMailer } from '../adapters/mail/smtp-mailer.ts';
import { measuredDeliveries, measuredMedia } from '../adapters/measured/measured-calls.ts';
import { addressesIn, preferencesIn, recipientsIn } from '../adapters/notifications/recipients.ts';
import { recurringFigures } from '../adapters/notifications/recurring-figures.ts';
import { scheduledOnAccount, scheduledWithFile } from '../adapters/notifications/scheduled-posts.ts';
import { unsubscribeLinks } from '../adapters/notifications/unsubscribe-links.ts';
import { ffmpegPoster } from '../adapters/media/poster.ts';
import { mediaProcessing } from '../adapters/media/process-media.ts';
import { ffmpegSilence } from '../adapters/media/silent-audio.ts';
import { postgresClaims } from '../adapters/posts/object-claims.ts';
import { postgresPacing } from '../adapters/posts/pacing.ts';
import { processNames, processSubscribers, replayableProcesses } from '../adapters/processes/process-subscribers.ts';
import { foldersOf } from '../../domain/media/media-keys.ts';
import { webhookProcessPorts } from '../adapters/webhooks/index.ts';
import { runSubscription } from '../log/subscriptions/run-subscription.ts';
import { createSafeFetch } from '../outside/http/safe-fetch.ts';
import { dueTimesIn, wakeChannel } from '../stores/postgres/instance-rows.ts';
import { requireProcessCheckpoints } from '../stores/postgres/process-checkpoints.ts';
import { ProcessInstances, workerNames } from '../stores/postgres/process-instances.ts';
import { isTransient } from '../stores/postgres/retry-policy.ts';
import { ProcessName } from '../stores/postgres/process-name.ts';
import { keptKey } from '../stores/secrets/kept-key.ts';
import { workspaceSubject } from '../stores/secrets/personal-fields.ts';
import { IdempotencyRecords } from '../stores/postgres/idempotency-records.ts';
import { killPoints } from '../test-mode/kill-points.ts';
import { bulkGenerationPorts } from './bulk-generation.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { SharedParts } from './shared-parts.ts';
import { mediaFiles } from '../adapters/media/published-files.ts';
import { broadcastProcessPorts } from '../adapters/broadcasts/index.ts';

/** Keeps a tombstone of the tokens before they are deleted, once it is certain that they will be. */
const withTombstones =
  (forget: ForgetTokens, keepTombstone: KeepTombstone): ForgetTokens =>
  (request, confirm) =>
    forget(request, async () => {
      if (!(await confirm())) return false;
      const { account, workspaceId, connectionId } = request;
      await keepTombstone({ kind: 'account', id: account.id, workspaceId, connectionId });
      return true;
    });

/**
 * The ports of all processes. A process that needs a new port names it, and the compiler asks for
 * it here.
 */
const openPorts = async (
  infrastructure: Infrastructure,
  { access: { commands }, platforms, payments, storage, fetch, lastWrites, capabilityParts: parts }: SharedParts,
) => {
  const { config, log, database, db, vault, subjectKeys, keepTombstone, metrics } = infrastructure;
  const { readModels, community, messaging, credits, upToDate, storedBytes } = parts;
  const idempotencyRecords = new IdempotencyRecords(database.kysely);
  const safeFetch = createSafeFetch({ exempt: config.webhookAllowedRanges });
  const smtp =
    config.smtpUrl === undefined ? undefined : new SmtpMailer({ url: config.smtpUrl, from: config.mailFrom });
  const mailer = mailerByMode(new SandboxMailer(database.kysely), smtp);
  const recipients = recipientsIn(commands);
  const subscriptions = openEventSubscriptions({
    adapters: platforms.adapters,
    calls: community,
    addresses: platforms.reportAddresses,
    isShared: sharedInReadModel(db),
  });
  const makePoster = ffmpegPoster(config.ffmpegPath, parts.reader);
  const consoleLinkOf = consoleLinks(config.publicUrl);
  const ports: PortsOf<typeof allProcesses> = {
    paymentProvider: payments.provider,
    addCredits: credits.purchase,
    posts: parts.postsAtLarge,
    scheduledOn: scheduledOnAccount(db, upToDate),
    scheduledWith: scheduledWithFile(db, upToDate),
    publishers: platforms.publishers,
    accounts: publishingAccounts(
      platforms.tokens,
      config.threadsNeedsInstagram ? instagramOfWorkspace(commands) : undefined,
    ),
    media: mediaFiles(storage, parts.mediaSources),
    addSilence: ffmpegSilence(config.ffmpegPath, storage),
    pacing: postgresPacing(database.kysely),
    claims: postgresClaims(database.kysely, upToDate),
    onStep: killPoints(config.sandboxKillFile),
    isTransient,
    onBug: (error, where) => log.error({ error, ...where }, 'publishing met a bug'),
    renewToken: platforms.renew,
    subscribeToEvents: subscriptions.subscribe,
    insights: platforms.insights,
    imageProvider: parts.ai.of,
    credits,
    insightsPlan: insightsPlan(readModels),
    commentReading: commentReading(parts.completeCommentSources),
    findReply: parts.commentActions.findReply,
    replyToComment: parts.commentActions.reply,
    ...parts.automationQueries,
    messaging,
    finishWebhook: finishWebhooks({
      commands,
      sources: parts.completeCommentSources,
      calls: community,
      batchOfDelivery: parts.batchOfDelivery,
      now: parts.now,
      appended: parts.appended,
    }),
    forgetTokens: withTombstones(forgetTokens({ ...platforms, endSubscription: subscriptions.end }), keepTombstone),
    storage,
    ...bulkGenerationPorts(infrastructure, { commands }, parts, lastWrites),
    fetchFile: fetch,
    storedBytes,
    processMedia: measuredMedia(mediaProcessing({ storage, reader: parts.reader, makePoster }), metrics),
    keepTombstone,
    forgetPerson: parts.forgetPerson,
    forgetInvitation: parts.forgetInvitation,
    forgetContact: (contactId) => subjectKeys.destroy(contactId),
    prepareKeys: (subjects) => subjectKeys.forWriting(subjects),
    forgetAnswers: (workspaceId) => idempotencyRecords.forgetAnswers(workspaceId),
    forgetImport: (importId) => subjectKeys.destroy(importId),
    commentsOf: commentsOfWorkspace(readModels),
    ...resumptionQueries(readModels),
    ...enrollmentQueries(readModels),
    ...contactsOfWorkspace(readModels),
    deleteFiles: async (workspaceId) => {
      for (const folder of foldersOf(workspaceId)) await storage.deleteFolder(folder);
    },
    forgetWorkspace: async (workspaceId) => {
      await vault.removeWorkspace(workspaceId);
      await subjectKeys.destroy(workspaceSubject(workspaceId));
    },
    recipients,
    addressesOf: addressesIn(commands),
    preferencesOf: preferencesIn(commands),
    ...recurringFigures(db, upToDate),
    unsubscribeLinks: unsubscribeLinks(await keptKey(infrastructure, 'unsubscribe-links'), config.publicUrl),
    ...broadcastProcessPorts({ audiences: parts.audiences, messaging, tables: database.kysely }),
    invitationLinks: parts.invitationLinks,
    ...webhookProcessPorts({
      db,
      vault,
      mailer,
      consoleLinkOf,
      ownersOf: async (workspaceId) => (await recipients.owner(workspaceId, 'webhookFailed')).map(({ email }) => email),
      safeFetch: measuredDeliveries(safeFetch, metrics),
    }),
  };
  return { ports, makesPosters: makePoster !== undefined, close: () => safeFetch.close() };
};

const reportTo = ({ log, metrics, clocks }: Infrastructure): WorkerReport => ({
  started: ({ process, mode, dueAt }) =>
    metrics.timerLateness.observe({ process }, Math.max(0, clocks.now(mode).getTime() - Date.parse(dueAt)) / 1000),
  acted: ({ process }, milliseconds) =>
    metrics.processActions.observe({ process, outcome: 'acted' }, milliseconds / 1000),
  failed: ({ process, instance }, error, milliseconds) => {
    metrics.processActions.observe({ process, outcome: 'failed' }, milliseconds / 1000);
    log.warn({ process, instance, error }, 'an action failed and is tried again');
  },
  postponed: ({ process, instance }, error, milliseconds) => {
    metrics.processActions.observe({ process, outcome: 'postponed' }, milliseconds / 1000);
    // A server that has its share of a lane sends many away.
    if (!(error instanceof Postponed)) log.warn({ process, instance, error }, 'an action waits for the event store');
  },
  released: (leases) => {
    metrics.releasedLeases.inc(leases);
    log.warn({ leases }, 'released leases of this worker without a running action');
  },
  fault: (error) => log.warn({ error }, 'the worker met a transient fault'),
});

export const runProcesses = async (infrastructure: Infrastructure, shared: SharedParts) => {
  const { database, store, notifications, clocks, onAdvance } = infrastructure;
  const { access, capabilityParts: parts } = shared;
  const { ports, makesPosters, close } = await openPorts(infrastructure, shared);
  await requireProcessCheckpoints(processNames, infrastructure, replayableProcesses);
  const subscribers = processSubscribers.map(({ subscriber }) => subscriber);
  const scan = await runSubscription('processes', async () => ({ subscribers }), {
    ...infrastructure,
    store: store.view({ as: 'opened', shared: true }),
  });
  const instances = new ProcessInstances(database.kysely, () => clocks.aheadMs);
  const name = new ProcessName(database.connection, workerNames);
  const engine = await processEngine({
    name,
    processes: withPorts(allProcesses, ports),
    instances,
    context: {
      commands: access.commands,
      now: parts.now,
      appended: (workspaceId, { commit }) => parts.appended(workspaceId, commit),
    },
    report: reportTo(infrastructure),
  });
  await notifications.subscribe(wakeChannel, (payload) => engine.wake(dueTimesIn(payload)));
  onAdvance(() => engine.wake());
  return {
    scan,
    /** Whether a video tool was found. Without one, videos get no thumbnails. */
    makesPosters,
    fullQueues: () => engine.worker.fullQueues,
    wake: () => engine.wake(),
    /**
     * Starts the workers. The service must be listening first, because it serves the sandbox's
     * platforms.
     */
    begin: engine.begin,
    /** Ends all actions while the service still listens. */
    rest: engine.stop,
    stop: async () => {
      await engine.stop();
      await scan.stop();
      await name.release();
      await close();
    },
  };
};
