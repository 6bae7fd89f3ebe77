import type { SandboxObject } from '@social-publishing/platform-sandbox';
import { platforms as everyPlatform, type Platform } from '../../domain/platforms/platform.ts';
import { post } from '../../domain/posts/post.ts';
import { accountRelease } from '../../processes/accounts/account-release.ts';
import { purchasedCredits } from '../../processes/billing/purchased-credits.ts';
import { planOfOwner } from '../../processes/billing/plan-of-owner.ts';
import { unusedSubscriptions } from '../../processes/billing/unused-subscriptions.ts';
import { workspaceGrace } from '../../processes/billing/workspace-grace.ts';
import { bulkGeneration } from '../../processes/bulk-generation/bulk-generation.ts';
import { contactImports } from '../../processes/contacts/contact-imports.ts';
import { imageItems } from '../../processes/image-jobs/image-items.ts';
import type { ProcessManager } from '../../processes/kernel/process.ts';
import { sequenceResumptions } from '../../processes/sequences/sequence-resumptions.ts';
import { tokenRefresh } from '../../processes/accounts/token-refresh.ts';
import { MemoryEventStore } from '../support/memory-event-store.ts';
import { accountViolations } from './account-invariants.ts';
import { AccountKeeper } from './account-keeper.ts';
import { Accounts } from './accounts.ts';
import { approvalViolations } from './approval-invariants.ts';
import { Approvals } from './approvals.ts';
import { broadcastViolations } from './broadcast-invariants.ts';
import { Broadcasts } from './broadcasts.ts';
import { Calendars } from './calendars.ts';
import { MemoryClaims } from './claims.ts';
import { Client } from './client.ts';
import { Coverage } from './coverage.ts';
import { Dice } from './dice.ts';
import { managersOf } from './engine.ts';
import { Fleet } from './fleet.ts';
import { belowPlanViolations, householdViolations } from './household-invariants.ts';
import { Household } from './household.ts';
import { InstanceTable } from './instance-table.ts';
import { jobViolations } from './job-invariants.ts';
import { Jobs } from './jobs.ts';
import { lightenAbort } from './light-abort.ts';
import { lightenFetch } from './light-fetch.ts';
import { violations } from './invariants.ts';
import { LogFollowers } from './log-followers.ts';
import { holdsSequences, isAtRest, untilGraceHasEnded } from './at-rest.ts';
import { beginMishaps } from './mishaps.ts';
import type { Mutation } from './mutation.ts';
import { MemoryPacing } from './pacing.ts';
import { paymentViolations } from './payment-invariants.ts';
import { Payments } from './payments.ts';
import { rightsViolations } from './rights-invariants.ts';
import { SimulatedPlatforms } from './simulated-platforms.ts';
import { Scheduler } from './scheduler.ts';
import { seedRandomness } from './seeded-randomness.ts';
import { Sequences, sequenceViolations } from './sequences.ts';
import { Staff } from './staff.ts';
import { stillClock } from './still-clock.ts';
import { stuckIn } from './stuck.ts';
import { TokenStore } from './token-store.ts';
import { webhookViolations } from './webhook-invariants.ts';
import { Webhooks } from './webhooks.ts';
import { createWorkspace, deletedViolations, deleteWorkspace, isErased } from './workspace-deletion.ts';
import type { World } from './world.ts';

export type Run = Readonly<{
  seed: number;
  /** What did not hold; empty for a good run. */
  violations: readonly string[];
  /** Everything that happened, in order; empty unless it was asked for. */
  trace: readonly string[];
  events: number;
  steps: number;
  virtualMinutes: number;
  /** How often each thing happened. */
  coverage: Readonly<Record<string, number>>;
}>;

export type Options = Readonly<{
  /** A fault built in on purpose. */
  mutation?: Mutation;
  /** Whether the run tells all that happens; it goes the same way without, and faster. */
  traced?: boolean;
}>;

const minute = 60_000;
const start = Date.parse('2026-03-01T09:00:00.000Z');
/** How often a run looks for what is stuck. */
const lookEvery = 10_000;
/** Until when things go wrong and people change their minds. */
const troubled = 28 * minute;
/** A rate limit may ask for a day; what has not ended long after has got stuck. */
const patience = 30 * 60 * minute;

/** The instances of these end themselves when they have acted, so a fold of the whole log finds them again. */
const endThemselves: ReadonlySet<string> = new Set([
  purchasedCredits.name,
  sequenceResumptions.name,
  accountRelease.name,
  planOfOwner.name,
  unusedSubscriptions.name,
  workspaceGrace.name,
  imageItems.name,
  bulkGeneration.name,
  contactImports.name,
]);

const endsByEvents = ({ name }: ProcessManager): boolean => !endThemselves.has(name);

/** Whether a renewal of the account's token, or a look at it, is to come. */
const isWatched = (table: InstanceTable, accountId: string): boolean =>
  (table.rows.get(`${tokenRefresh.name}/${accountId}`)?.wakeAt ?? null) !== null;

/** Up to four; those with threads more often, since they have most to get wrong. */
const drawPlatforms = (dice: Dice): Platform[] => {
  const drawn = new Set<Platform>();
  const count = dice.between(1, 4);
  while (drawn.size < count)
    drawn.add(
      dice.chance(0.4) ? dice.oneOf(['TWITTER', 'MASTODON', 'BLUESKY', 'THREADS'] as const) : dice.oneOf(everyPlatform),
    );
  return [...drawn];
};

const worldOf = async (seed: number, { mutation, traced = false }: Options, trace: string[]): Promise<World> => {
  const dice = new Dice(seed);
  const scheduler = new Scheduler(dice, start);
  const coverage = new Coverage();
  const note = traced
    ? (line: string) => void trace.push(`${((scheduler.now - start) / 1000).toFixed(3)} ${line}`)
    : () => {};
  // Dice of their own, so that each part of a run goes as it goes without the others.
  const isDrawn = (salt: number, chance: number): boolean => new Dice(seed ^ salt).chance(chance);
  const isHousehold = isDrawn(0x2545f491, 0.1);
  const simulated = drawPlatforms(dice);
  const forgetful = dice.chance(0.5);
  const platforms = new SimulatedPlatforms({ scheduler, dice, coverage, simulated, forgetful, note });
  const provisioned = await Promise.all(
    simulated.map(async (platform) => {
      coverage.count(`platform: ${platform}`);
      const id = platform.toLowerCase();
      return { id, platform, provisioned: await platforms.provision(platform, id, isHousehold) };
    }),
  );
  platforms.begun = true;
  const log = new MemoryEventStore();
  const accounts = new Accounts(provisioned, new TokenStore(dice, scheduler), log);
  await createWorkspace({ log, scheduler });
  await accounts.connectAll(start);
  const bugs: string[] = [];
  platforms.replayed = async ({ platform, accountNativeId: id }) => {
    const owner = provisioned.find((each) => each.platform === platform && each.provisioned.details.nativeId === id);
    const token = owner && accounts.tokens.of(owner.id)?.tokens.credentials.accessToken;
    coverage.count('token: a spent refresh token came again');
    if (owner && token !== undefined && (await platforms.honours(platform, token)))
      bugs.push(`${owner.id} showed a spent refresh token again while its access token still worked`);
  };
  const table = new InstanceTable(() => scheduler.now);
  const webhooks = dice.chance(0.25) ? new Webhooks({ scheduler, dice, coverage, log, table, mutation }) : undefined;
  await webhooks?.begin();
  const workspace: World['workspace'] = {};
  const asked: World['asked'] = new Map();
  const shared = { asked, scheduler, dice, coverage, log, mutation, workspace, note };
  const isTeam = isDrawn(0x165667b1, 0.08);
  const isPaid = isDrawn(0x9e3779b1, 0.06) || isTeam || isHousehold;
  const payments = isPaid ? new Payments({ ...shared, isHousehold }) : undefined;
  if (!isHousehold) await payments?.begin({ plan: 'starter', billingPeriod: 'monthly', aiTier: null });
  const household = payments && isHousehold ? new Household({ ...shared, payments }) : undefined;
  await household?.begin();
  const [{ id: accountId, platform }] = provisioned as [(typeof provisioned)[number]];
  const isStaffed = isDrawn(0x7feb352d, 0.05);
  const staff = isStaffed ? new Staff({ ...shared, account: { id: accountId, platform } }) : undefined;
  await staff?.begin();
  const jobs = payments && isTeam ? new Jobs({ ...shared, payments, accountId }) : undefined;
  /** What a plan may lose is often there where plans change. */
  const besides = isHousehold ? 0.4 : 0.06;
  const approvals = isDrawn(0x85ebca6b, 0.06) ? new Approvals(shared) : undefined;
  await approvals?.begin();
  const broadcasts = isDrawn(0xc2b2ae35, besides) ? new Broadcasts(shared) : undefined;
  await broadcasts?.begin();
  const sequences = isDrawn(0x27d4eb2f, besides) ? new Sequences(shared) : undefined;
  await sequences?.begin();
  const calendars = isDrawn(0x5bd1e995, 0.2) ? new Calendars(shared) : undefined;
  return {
    dice,
    scheduler,
    coverage,
    platforms,
    mutation,
    traced,
    note,
    log,
    accounts,
    bugs,
    asked,
    table,
    webhooks,
    payments,
    approvals,
    broadcasts,
    sequences,
    calendars,
    jobs,
    household,
    staff,
    posts: mutation?.post?.(post) ?? post,
    pacing: new MemoryPacing(dice.between(2, 6)),
    claims: new MemoryClaims(log),
    troubles: { store: 0, deaths: 0 },
    workspace,
  };
};

const simulateSeed = async (seed: number, options: Options): Promise<Run> => {
  const trace: string[] = [];
  const world = await worldOf(seed, options, trace);
  const { dice, scheduler, platforms, accounts, troubles, log, table, coverage, note, bugs } = world;
  const { webhooks, payments, approvals, broadcasts, sequences, calendars, jobs, household, staff } = world;
  const managers = managersOf(world);
  const fleet = new Fleet(world);
  const followers = new LogFollowers(world, managers, () => fleet.wake());
  const clients = Array.from({ length: dice.between(1, 3) }, (_, index) => new Client(index + 1, world, fleet));

  await calendars?.begin(clients, accounts.all[0]?.id ?? '');
  fleet.begin();
  platforms.trouble = dice.oneOf([0, 0.1, 0.3, 0.5]);
  accounts.tokens.trouble = dice.oneOf([0, 0, 0.1]);
  if (webhooks) webhooks.trouble = dice.oneOf([0, 0.2, 0.5]);
  if (payments) payments.desk.trouble = dice.oneOf([0, 0.4, 0.7]);
  if (jobs) jobs.trouble = dice.oneOf([0, 0.2, 0.5]);
  if (broadcasts) broadcasts.platform.trouble = dice.oneOf([0, 0.2, 0.5]);
  if (sequences) sequences.platform.trouble = dice.oneOf([0, 0.2, 0.5]);
  troubles.store = dice.oneOf([0, 0, 0.03]);
  troubles.deaths = dice.oneOf([0, 0, 0.005, 0.02]);
  const keeper = new AccountKeeper(world, fleet);
  beginMishaps(world, fleet, keeper, start + troubled);
  const failures: string[] = [];
  if (dice.chance(0.1))
    scheduler.after(dice.between(0, troubled), () => {
      deleteWorkspace(world).catch((error: unknown) => failures.push(`the deletion met ${String(error)}`));
    });
  for (const client of clients)
    client.live(start + troubled).catch((error: unknown) => failures.push(`a client met ${String(error)}`));
  payments?.live(fleet, start + troubled).catch((error: unknown) => failures.push(`a payer met ${String(error)}`));
  approvals
    ?.live(fleet, clients, start + troubled)
    .catch((error: unknown) => failures.push(`a reviewer met ${String(error)}`));
  broadcasts?.live(fleet, start + troubled).catch((error: unknown) => failures.push(`a sender met ${String(error)}`));
  sequences?.live(fleet, start + troubled).catch((error: unknown) => failures.push(`a sender met ${String(error)}`));
  jobs?.live(fleet, start + troubled).catch((error: unknown) => failures.push(`a team met ${String(error)}`));
  household?.live(fleet, start + troubled).catch((error: unknown) => failures.push(`a household met ${String(error)}`));
  staff?.live(fleet, start + troubled).catch((error: unknown) => failures.push(`a member met ${String(error)}`));

  let nextLook = start;
  let looked = 0;
  /** Looks for what is stuck, at a moment when all that was recorded is folded. */
  const look = (): void => {
    if (scheduler.now < nextLook || log.log.length === looked) return;
    if (world.workspace.deletedAt !== undefined || !followers.haveReadAll) return;
    nextLook = scheduler.now + lookEvery;
    looked = log.log.length;
    failures.push(...stuckIn(world, clients));
  };
  const everyStep = (done: () => boolean) => (): boolean => {
    followers.follow();
    look();
    return failures.length > 0 || done();
  };
  await scheduler.runUntil(
    everyStep(
      () =>
        scheduler.now - start > troubled &&
        clients.every(({ finished }) => finished) &&
        payments?.finished !== false &&
        approvals?.finished !== false &&
        broadcasts?.finished !== false &&
        sequences?.finished !== false &&
        jobs?.finished !== false &&
        household?.finished !== false &&
        staff?.finished !== false,
    ),
    start + troubled + 60 * minute,
  );
  note('the troubles are over');
  platforms.trouble = 0;
  if (webhooks) webhooks.trouble = 0;
  if (payments) payments.desk.trouble = 0;
  if (jobs) jobs.trouble = 0;
  for (const each of [broadcasts, sequences]) if (each) each.platform.trouble = 0;
  accounts.tokens.trouble = 0;
  Object.assign(troubles, { store: 0, deaths: 0 });
  fleet.complete();
  const isDeleted = world.workspace.deletedAt !== undefined;
  for (const account of isDeleted ? [] : accounts.all) {
    const status = accounts.stateOf(account.id)?.status;
    // Who left on purpose may stay away.
    if (status !== 'ACTIVE' && (status !== 'disconnected' || dice.chance(0.5)))
      keeper.meddle('reconnect', account).catch((error: unknown) => failures.push(`the keeper met ${String(error)}`));
  }
  let isReconciled = isDeleted || !household;
  if (!isDeleted)
    household
      ?.reconcile(fleet)
      // What was paused below the plan goes on where that is high enough again.
      .then(() => broadcasts?.resume(fleet))
      .then(
        () => (isReconciled = true),
        (error: unknown) => failures.push(`a look met ${String(error)}`),
      );
  const settled = await scheduler.runUntil(
    everyStep(
      () => keeper.isIdle && isReconciled && followers.haveReadAll && (isDeleted ? isErased(world) : isAtRest(world)),
    ),
    scheduler.now + (household ? untilGraceHasEnded : patience),
  );
  if (approvals) for (const client of clients) client.readBack();
  const made = new Map<string, readonly SandboxObject[]>();
  for (const { id, platform, provisioned } of accounts.all)
    made.set(id, await platforms.made(platform, provisioned.details.nativeId));
  const found = [
    ...failures,
    ...bugs,
    ...(isDeleted ? deletedViolations(world, clients, (id) => made.get(id) ?? []) : []),
    ...(isDeleted ? [] : accountViolations(accounts, (id) => isWatched(table, id), scheduler.now)),
    ...rightsViolations(log, world.asked),
    ...(webhooks && !isDeleted ? webhookViolations(log, webhooks) : []),
    ...(payments && !isDeleted ? paymentViolations(log, payments) : []),
    ...(calendars && !isDeleted ? calendars.violations(clients) : []),
    ...(jobs && !isDeleted ? jobViolations(log, jobs) : []),
    ...(household && !isDeleted ? householdViolations(household, new Date(scheduler.now).toISOString()) : []),
    ...(household ? belowPlanViolations(log) : []),
    ...(approvals ? approvalViolations(world, approvals, (id) => made.get(id) ?? []) : []),
    ...(broadcasts ? broadcastViolations(log, broadcasts, isDeleted) : []),
    ...(sequences ? sequenceViolations(log, sequences, isDeleted || holdsSequences(world)) : []),
    ...(settled ? [] : [`left for ever: ${[...table.rows.keys()].join(', ')}`]),
    ...(isDeleted
      ? []
      : violations({
          log: log.log,
          clients,
          managers: managers.filter(endsByEvents),
          table,
          made: (id) => made.get(id) ?? [],
        })),
  ];
  for (const { type } of log.log) coverage.count(`event: ${type}`);
  fleet.end();
  return {
    seed,
    violations: found,
    trace,
    events: log.log.length,
    steps: scheduler.steps,
    coverage: coverage.toJSON(),
    virtualMinutes: Math.round((scheduler.now - start) / minute),
  };
};

/** One whole run of the publishing engine: everything that can differ between two runs comes from the seed. */
export const simulate = async (seed: number, options: Options = {}): Promise<Run> => {
  const undo = [seedRandomness(seed), lightenFetch(), lightenAbort(), stillClock()];
  try {
    return await simulateSeed(seed, options);
  } finally {
    for (const each of undo) each();
  }
};
