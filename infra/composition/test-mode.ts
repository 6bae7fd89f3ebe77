import {
  heardFromCrowd,
  sandboxHandler,
  sandboxPlatforms,
  type SandboxWorld,
} from '@social-publishing/platform-sandbox';
import { aiSandboxHandler, storedAiOutcomes } from '@social-publishing/ai-sandbox';
import { paymentSandboxPath } from '@social-publishing/payment-sandbox';
import { connectContext } from '../../commands/accounts/connect-account.ts';
import { Plan } from '../../domain/plans/plan.ts';
import type { FullQueues } from '../../processes/kernel/instance-store.ts';
import { newApiKey } from '../edge/access/api-key.ts';
import type { PlainHandler } from '../edge/http/plain-handler.ts';
import type { MonthlyUsage } from '../edge/access/monthly-usage.ts';
import type { RequestLog } from '../edge/http/request-log.ts';
import type { LocalIssuer } from '../edge/identity/local-issuer.ts';
import { keptMail, keptMails, pageOfMails } from '../adapters/mail/kept-mails.ts';
import { objectPath } from '../stores/object-storage/object-request.ts';
import { setUsage } from '../stores/postgres/request-log.ts';
import { deliverReport } from '../test-mode/deliver-report.ts';
import { reportInbound } from '../test-mode/report-inbound.ts';
import { accountRefs } from '../test-mode/account-ref.ts';
import { sandboxEndpoints } from '../test-mode/api/sandbox-endpoints.ts';
import { connectAllSandboxAccounts, connectSandboxAccount } from '../test-mode/connect-accounts.ts';
import { mailboxPath } from '../test-mode/page/mailbox.ts';
import { sandboxPage } from '../test-mode/page/sandbox-page.ts';
import { newSeed, TestWorkspaces } from '../test-mode/test-workspaces.ts';
import { TestTimers } from '../stores/postgres/test-timers.ts';
import type { Access } from './access.ts';
import type { Endpoints } from './capabilities.ts';
import type { Parts as CapabilityParts } from './parts.ts';
import { makeContacts } from '../test-mode/make-contacts.ts';
import { demoForReference } from '../test-mode/demo-for-reference.ts';
import { untilKnown, untilShown } from '../test-mode/demo-workspace.ts';
import { demoPath } from '../edge/http/docs.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { PlayedPayments } from './payments.ts';
import { playSubscription, setPaymentOutcome } from '../test-mode/payments.ts';
import type { Platforms } from './platforms.ts';
import { advanceClock, mailsSettled } from '../test-mode/test-clock.ts';
import { defined } from '../../domain/kernel/defined.ts';

/** What the clock of test mode needs of the processes that run beside it. */
export type TestModeProcesses = Readonly<{ fullQueues(): FullQueues; wake(): void }>;

type Parts = Readonly<{
  world: SandboxWorld;
  issuer: LocalIssuer;
  played: PlayedPayments | undefined;
  requestLog: RequestLog;
  monthlyUsage: Pick<MonthlyUsage, 'set'>;
  processes: TestModeProcesses | undefined;
  /** The secret that signs the cookie of the sandbox's page. */
  sandboxPageKey: Buffer;
}> &
  Pick<CapabilityParts, 'credits' | 'batchOfDelivery'>;

export type TestMode = Endpoints &
  Readonly<{
    workspaces: TestWorkspaces;
    pages: Readonly<Record<string, PlainHandler>>;
    prefixes: Readonly<Record<string, PlainHandler>>;
  }>;

/**
 * Everything that exists in test mode only: the simulated platforms, their endpoints and page, and
 * test workspaces.
 */
export const openTestMode = (
  infrastructure: Infrastructure,
  access: Access,
  platforms: Platforms,
  { world, issuer, played, requestLog, monthlyUsage, processes, sandboxPageKey, credits, batchOfDelivery }: Parts,
): TestMode => {
  const { config, database, clocks, log } = infrastructure;
  const prepareKeys = (subjects: readonly string[]) => infrastructure.subjectKeys.forWriting(subjects);
  const connecting = { ...platforms, commands: access.commands, world, prepareKeys };
  const workspaces = new TestWorkspaces({
    commands: access.commands,
    now: () => clocks.now('test'),
    mintSession: issuer.mintSession,
    baseUrl: `${config.publicUrl}/v1`,
    connectAll: connectAllSandboxAccounts(connecting),
    subscribe: async (terms) => (played ? playSubscription(terms, played.records) : undefined),
  });
  const timed = { timers: new TestTimers(database.kysely, () => clocks.aheadMs), worker: processes };
  const outcomes = storedAiOutcomes(database.kysely as never);
  const { writes, reads } = sandboxEndpoints({
    world,
    newWorkspace: async (plan, { connectAll }) => {
      const connection = await workspaces.make(newSeed(newApiKey('test'), 'Test workspace'), plan, { connectAll });
      await untilKnown(infrastructure, access.freshness, 10_000);
      return connection;
    },
    newMember: (workspaceId, role) => workspaces.addMember(workspaceId, role),
    connect: (wishes, context) =>
      connectSandboxAccount(connecting)(wishes, Plan.parse(context.caller.plan), connectContext(context)),
    accountRef: accountRefs(access.commands),
    reportInbound: reportInbound({
      world,
      commands: access.commands,
      shown: (commit) => untilShown(['accounts'], commit, access.freshness),
    }),
    mails: async (workspaceId, to) => {
      await mailsSettled(workspaceId, infrastructure, timed);
      return keptMails(database.kysely, workspaceId, { to });
    },
    makeContacts: async (wanted, command) => {
      const last = await makeContacts(wanted, command, {
        commands: access.commands,
        prepareKeys,
        heardFromCrowd: ({ platform, nativeId: accountNativeId }, crowd) =>
          heardFromCrowd(world, { platform, accountNativeId }, crowd),
      });
      if (last) await untilShown(['contacts', 'contact_totals', 'contact_activities'], last.commit, access.freshness);
    },
    advance: (seconds) => advanceClock(seconds, infrastructure, timed),
    ai: outcomes,
    batchOfDelivery,
    credits,
    setPaymentOutcome: async (workspaceId, outcome) => {
      if (played) await setPaymentOutcome({ workspaceId, outcome }, access.commands, played.records);
    },
    setUsage: async (workspaceId, requests, now) => {
      // Requests that were answered before must not be counted on top.
      await requestLog.flush();
      await setUsage(database.kysely, workspaceId, requests, now);
      monthlyUsage.set(workspaceId, requests, now);
    },
  });
  const mediaBase = `${config.publicUrl}${objectPath}/`;
  const view = sandboxPage({
    store: world.store,
    platforms: sandboxPlatforms.map(({ platform }) => platform),
    directory: access.directory,
    clock: (mode) => clocks.now(mode).getTime(),
    cookieKey: sandboxPageKey,
    publicUrl: config.publicUrl,
    mediaBase,
    mails: {
      page: (workspaceId, before) => pageOfMails(database.kysely, workspaceId, before),
      mail: (workspaceId, id) => keptMail(database.kysely, workspaceId, id),
    },
  });
  const handler = sandboxHandler({
    store: world.store,
    clock: world,
    apps: world.apps,
    mediaBase,
    ...(world.redirects && { redirects: world.redirects }),
    ...defined({ webhooks: world.webhooks }),
    deliver: (report) => void deliverReport(report),
    failed: (error) => log.error({ error }, 'the sandbox failed'),
  });
  const playedAi = aiSandboxHandler({
    outcomes,
    failed: (error) => log.error({ error }, 'the simulated AI provider failed'),
  });
  const stripe: Record<string, PlainHandler> = played ? { [`${paymentSandboxPath}/`]: played.handler } : {};
  return {
    writes,
    reads,
    workspaces,
    pages: { '/sandbox': view.whole, [demoPath]: demoForReference(config.dataDir) },
    // The first match answers, so the pages come before the paths beside them.
    prefixes: {
      '/sandbox/feed': view.parts,
      [mailboxPath]: view.mailbox,
      '/sandbox/ai/': playedAi,
      ...stripe,
      '/sandbox/': handler,
    },
  };
};
