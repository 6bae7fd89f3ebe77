import { PaymentRefused } from '../../domain/billing/payment-provider.ts';
import { Refused } from '../../domain/kernel/refused.ts';
import { PlatformError } from '../../domain/platforms/platform-error.ts';
import type { ActContext } from '../../processes/kernel/act-context.ts';
import type { Mutation } from './mutation.ts';
import { sending } from './sending.ts';
import { teamMutations } from './team-mutations.ts';

const isUnknown = (error: unknown): boolean => error instanceof PlatformError && error.kind === 'unknown';

export const mutations = {
  /** Sends again where no answer came, as a naive retry does. */
  'resends-on-unknown': {
    publisher: (publisher) => ({
      ...publisher,
      publish: (rendered, run) =>
        publisher.publish(
          rendered,
          sending(run, (name, act) =>
            run.send(name, (key, tries) =>
              act(key, tries).catch((error: unknown) => {
                if (isUnknown(error)) return act(`${key}-again`, { again: true });
                throw error;
              }),
            ),
          ),
        ),
    }),
  },
  /** Never finds what was sent. */
  'looks-away': { publisher: (publisher) => ({ ...publisher, find: async () => ({ outcome: 'not_published' }) }) },
  /** Takes every lost answer for a success that somebody else will record. */
  'believes-in-luck': {
    publisher: (publisher) => ({
      ...publisher,
      publish: (rendered, run) =>
        publisher.publish(
          rendered,
          sending(run, (name, act) =>
            run.send(name, (key, tries) =>
              act(key, tries).catch((error: unknown) => {
                if (isUnknown(error)) return { nativeId: `${name}-surely`, kind: 'post' };
                throw error;
              }),
            ),
          ),
        ),
    }),
  },
  /** Sends what it was first asked to send, whatever was edited since. */
  'remembers-old-texts': {
    publisher: (publisher) => ({
      ...publisher,
      publish: (rendered, run) =>
        publisher.publish({ ...rendered, text: rendered.text.replace(/revision \d+/, 'revision 1') }, run),
    }),
  },
  /** Starts a post on its old schedule without asking whether that still holds. */
  'ignores-cancelling': {
    process: (process) =>
      process.name !== 'due-posts'
        ? process
        : {
            ...process,
            act: (action, context) =>
              process.act(action, { ...context, send: sendAnyway(context.send, new Set(['PostCancelled'])) }),
          },
  },
  /** Starts a post on the schedule of an approval that an edit voided since. */
  'publishes-unapproved': {
    manager: (manager) =>
      manager.name !== 'due-posts'
        ? manager
        : {
            ...manager,
            evolve: (state, event, instance) =>
              event.type === 'PostApprovalVoided' ? state : manager.evolve(state, event, instance),
          },
    process: (process) =>
      process.name !== 'due-posts'
        ? process
        : {
            ...process,
            act: (action, context) =>
              process.act(action, { ...context, send: sendAnyway(context.send, endOfApproval) }),
          },
  },
  /** Ends what waits for its retry, as who loses a timer does. */
  'drops-a-timer': {
    manager: (manager) =>
      manager.name !== 'destinations'
        ? manager
        : {
            ...manager,
            evolve: (state, event, instance) =>
              event.type === 'DestinationRetryScheduled' ? undefined : manager.evolve(state, event, instance),
          },
  },
  /** Starts a run of no destinations and never ends it. */
  'leaves-a-run-of-nothing': {
    process: (process) =>
      process.name !== 'due-posts'
        ? process
        : {
            ...process,
            act: (action, context) => process.act(action, { ...context, send: sendWithoutEnds(context.send) }),
          },
  },
  /** Refuses to cancel and delete a post that waits for its retry. */
  'holds-on-to-a-retry': {
    post: (decider) => ({
      ...decider,
      decide: (command, state) => {
        const isStop = command.type === 'cancel' || command.type === 'delete';
        if (isStop && state.kind === 'existing' && state.status === 'publishing')
          throw new Refused('CONFLICT', 'A post that is publishing cannot be stopped');
        return decider.decide(command, state);
      },
    }),
  },
  /** Ends a removal that the platform put off, as who takes a rate limit for an answer does. */
  'leaves-copies-standing': {
    manager: (manager) =>
      manager.name !== 'removals'
        ? manager
        : {
            ...manager,
            evolve: (state, event, instance) =>
              event.type === 'DestinationRemovalPostponed' ? undefined : manager.evolve(state, event, instance),
          },
  },
  /** Records what it owes webhook endpoints except the last of each stretch. */
  'forgets-a-webhook': { owed: (owed) => (owed.length > 1 ? owed.slice(0, -1) : owed) },
  /** Takes no notice of the deletion of a workspace. */
  'outlives-its-workspace': {
    process: (process) => ({ ...process, outlivesWorkspace: () => true }),
    manager: (manager) => ({ ...manager, outlivesWorkspace: () => true }),
  },
  /** Charges again under another id where no answer came. */
  'charges-on-unknown': {
    payments: (provider) => ({
      ...provider,
      buyCredits: (call, purchase) =>
        provider.buyCredits(call, purchase).catch((error: unknown) => {
          if (error instanceof PaymentRefused) throw error;
          return provider.buyCredits({ ...call, paymentId: `${call.paymentId}-again` }, purchase);
        }),
    }),
  },
  /** Sends a message again where no answer came. */
  'writes-again-on-unknown': {
    messaging: (messaging) => ({
      ...messaging,
      send: (to, text, key, scope) =>
        messaging.send(to, text, key, scope).catch((error: unknown) => {
          if (isUnknown(error)) return messaging.send(to, text, key, scope);
          throw error;
        }),
    }),
  },
  /** Writes to those who opted out since the audience was fixed. */
  'writes-to-the-suppressed': {
    process: (process) =>
      process.name !== 'broadcast-lanes'
        ? process
        : {
            ...process,
            act: (action, context) =>
              process.act(action, { ...context, send: sendAnyway(context.send, new Set(['ContactSuppressed'])) }),
          },
  },
  /** Never gives back the tokens of an account that was disconnected. */
  'keeps-tokens': {
    process: (process) => (process.name !== 'account-release' ? process : { ...process, act: async () => {} }),
  },
  ...teamMutations,
} as const satisfies Readonly<Record<string, Mutation>>;

/** Decides without the ends of runs that begin with nothing to send. */
const sendWithoutEnds =
  (send: ActContext['send']): typeof send =>
  (decider, ...rest) =>
    send(
      {
        ...decider,
        decide: (command, state) => {
          const events = decider.decide(command, state);
          return events.filter(({ type }) => type !== 'PostPublishingCompleted');
        },
      },
      ...rest,
    );

/** What makes an approved and scheduled post a draft, and what may follow. */
const endOfApproval: ReadonlySet<string> = new Set([
  'PostTimePlanned',
  'PostApprovalVoided',
  'PostApprovalStarted',
  'PostStepRejected',
]);

/** Decides on the post as it was before the events that are ignored, and without what its workspace demands. */
const sendAnyway =
  (send: ActContext['send'], ignored: ReadonlySet<string>): typeof send =>
  (decider, ...rest) =>
    send(
      {
        ...decider,
        decide: (command, state) => decider.decide({ ...command, gate: undefined }, state),
        evolve: (state, event) => (ignored.has(event.type) ? state : decider.evolve(state, event)),
      },
      ...rest,
    );
