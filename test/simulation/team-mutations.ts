import { PaymentRefused } from '../../domain/billing/payment-provider.ts';
import type { Role } from '../../domain/workspaces/role.ts';
import type { ProcessManager, RunnableProcess } from '../../processes/kernel/process.ts';
import type { Mutation } from './mutation.ts';

/** A fold that takes no notice of some events. */
const forgetting =
  (name: string, types: readonly string[]) =>
  (manager: ProcessManager): ProcessManager =>
    manager.name !== name
      ? manager
      : {
          ...manager,
          evolve: (state, event, instance) =>
            types.includes(event.type) ? state : manager.evolve(state, event, instance),
        };

/** A fold that ends with an event after which there is more to do. */
const ending =
  (name: string, type: string) =>
  (manager: ProcessManager): ProcessManager =>
    manager.name !== name
      ? manager
      : {
          ...manager,
          evolve: (state, event, instance) =>
            event.type === type ? undefined : manager.evolve(state, event, instance),
        };

/** A process that does nothing and takes it for done. */
const idle =
  (name: string) =>
  (process: RunnableProcess): RunnableProcess =>
    process.name !== name ? process : { ...process, act: async (_, context) => context.endInstance() };

/** Faults in what a team does beside its posts. */
export const teamMutations = {
  /** Does not change the calendar post of a cancelled or deleted post. */
  'leaves-a-calendar-post-behind': { manager: forgetting('calendar-results', ['PostCancelled', 'PostDeleted']) },
  /** Follows posts from the moment only at which their hand-over is recorded. */
  'begins-to-follow-too-late': { manager: forgetting('calendar-results', ['PostCreated']) },
  'forgets-a-retried-image': { manager: ending('image-items', 'ImageItemRetried') },
  'forgets-a-resumed-job': { manager: ending('bulk-generation', 'BulkJobResumed') },
  'forgets-the-rest-of-an-import': { manager: ending('contact-imports', 'ContactImportPartFinished') },
  'forgets-a-repeated-invitation': { manager: ending('invitation-mails', 'InvitationResent') },
  'forgets-the-end-of-a-period': { manager: ending('subscription-timers', 'SubscriptionChangePending') },
  'forgets-the-end-of-a-grace': { manager: ending('workspace-grace', 'WorkspacePlanChanged') },
  /** Takes the credits of what failed. */
  'charges-for-what-failed': {
    credits: (office) => ({
      ...office,
      release: async (item, by) =>
        item.reason === 'failed' && item.credits !== undefined
          ? (await office.capture({ ...item, credits: item.credits }, by)).balance
          : office.release(item, by),
    }),
  },
  /** Takes the credits of each item twice. */
  'charges-an-item-twice': {
    credits: (office) => ({
      ...office,
      capture: async (item, by) => {
        const taken = await office.capture(item, by);
        await office.capture({ ...item, item: `${item.item}-again` }, by).catch(() => undefined);
        return taken;
      },
    }),
  },
  /** Keeps credits aside for what is not made any more. */
  'keeps-credits-aside': {
    credits: (office) => ({
      ...office,
      release: ({ accountId: _account, ..._item }, { workspaceId, now }) => office.balance(workspaceId, now),
    }),
  },
  /** Takes a declined card for a payment. */
  'believes-a-declined-card': {
    payments: (provider) => ({
      ...provider,
      buyCredits: (call, purchase) =>
        provider.buyCredits(call, purchase).catch((error: unknown) => {
          if (!(error instanceof PaymentRefused)) throw error;
        }),
    }),
  },
  /** Lets the subscription of a person who handed the workspace over renew for ever. */
  'leaves-a-payer-alone': { process: idle('unused-subscriptions') },
  /** Leaves a workspace that was handed over the plan of its earlier owner. */
  'keeps-the-plan-of-another': { process: idle('plan-of-owner') },
  /** Lets people act by the first role that it saw them in. */
  'remembers-an-old-role': {
    roles: (roleOf) => {
      const known = new Map<string, Role>();
      return (userId, state) => {
        const role = known.get(userId) ?? roleOf(userId, state);
        if (role) known.set(userId, role);
        return role;
      };
    },
  },
  /** Asks for no role where posts are written. */
  'lets-everybody-write-posts': {
    requirements: (required) => (method, path) => {
      const { writes, ...rest } = required(method, path);
      return writes === undefined || writes === 'posts' ? rest : { ...rest, writes };
    },
  },
  /** Sends the steps of sequences whatever the plan has. */
  'sends-below-the-plan': {
    process: (process) =>
      process.name !== 'sequence-runs'
        ? process
        : {
            ...process,
            act: (action, context) =>
              process.act(action, {
                ...context,
                load: async (decider, ...rest) =>
                  decider.category === 'workspace' ? undefined : context.load(decider, ...rest),
              }),
          },
  },
} as const satisfies Readonly<Record<string, Mutation>>;
