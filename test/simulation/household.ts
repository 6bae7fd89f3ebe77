import { changeTerms, keepTerms } from '../../commands/billing/change-terms.ts';
import { payingOwner } from '../../commands/billing/owner.ts';
import type { WriteContext } from '../../commands/kernel/endpoint.ts';
import { CommandHandler } from '../../commands/kernel/handle.ts';
import { transferEndpoints } from '../../commands/workspaces/transfer-ownership.ts';
import { subscription, type SubscriptionState } from '../../domain/billing/subscription.ts';
import type { Terms } from '../../domain/billing/terms.ts';
import { ownedWorkspaces } from '../../domain/workspaces/slots.ts';
import { workspace, type Workspace, type WorkspaceCommand } from '../../domain/workspaces/workspace.ts';
import { planOfOwner } from '../../processes/billing/plan-of-owner.ts';
import { subscriptionTimers } from '../../processes/billing/subscription-timers.ts';
import { unusedSubscriptions } from '../../processes/billing/unused-subscriptions.ts';
import { workspaceGrace } from '../../processes/billing/workspace-grace.ts';
import { invitationMails } from '../../processes/workspaces/invitation-mails.ts';
import { withPorts, type RunnableProcess } from '../../processes/kernel/process.ts';
import type { Fleet } from './fleet.ts';
import { payer, type Payments } from './payments.ts';
import { People, type Answer, type PeopleWorld } from './people.ts';
import { stateOf } from './remembering.ts';
import { requestContext } from './request-context.ts';
import type { Service } from './service.ts';
import { workspaceId } from './simulated-platforms.ts';

const second = 1_000;
const minute = 60_000;
const day = 24 * 60 * minute;
const monthDays = 31;
/** The longest that payments stay open one after the other. */
const hoursOfLooks = 4;

/** The people of a household: who pays at first, who may follow, and who reads only. */
export const people = [payer, 'heir', 'guest'] as const;

type HouseholdWorld = PeopleWorld & Readonly<{ payments: Payments }>;

const deeds = [
  ...(['offer', 'offer', 'accept', 'accept', 'accept', 'decline', 'withdraw'] as const),
  ...(['change', 'change', 'change', 'free', 'keep', 'refund', 'decline cards', 'pay up'] as const),
  ...(['invite', 'invite', 'resend', 'resend', 'uninvite'] as const),
];
type Deed = (typeof deeds)[number];

/**
 * The people of one workspace: they change its plan, hand it over, take plans back, have cards declined and money given
 * back, and invite others. Its paid month ends while they do.
 */
export class Household {
  finished = false;
  /** Invitations whose mail was handed over, each sending once or more. */
  readonly mailed = new Set<string>();
  readonly #world: HouseholdWorld;
  readonly #people: People;
  #asked = 0;

  constructor(world: HouseholdWorld) {
    this.#world = world;
    this.#people = new People('household', 0, world);
  }

  /** The members, and a plan whose month ends in some minutes. */
  async begin(): Promise<void> {
    const { dice, scheduler, log, payments } = this.#world;
    const commands = new CommandHandler(log);
    const now = this.#people.now();
    const terms = { ...this.#terms(dice.oneOf(['starter', 'pro', 'agency'] as const)), aiTier: null };
    const ask = (command: WorkspaceCommand, name: string) =>
      commands.handle(workspace, workspaceId, command, this.#people.contextOf(`household-${name}`));
    await commands.handle(
      ownedWorkspaces,
      payer,
      { type: 'reserve', holder: workspaceId, now },
      { ...this.#people.contextOf('household-place'), shared: true },
    );
    await ask({ type: 'add-member', userId: 'heir', role: 'ADMIN' }, 'heir');
    await ask({ type: 'add-member', userId: 'guest', role: 'VIEWER' }, 'guest');
    await ask({ type: 'change-plan', plan: terms.plan }, 'plan');
    const ends = scheduler.now + dice.between(minute, 40 * minute);
    await payments.begin(terms, new Date(ends - monthDays * day).toISOString());
  }

  processesFor(service: Service): readonly RunnableProcess[] {
    const { payments, dice } = this.#world;
    const mails = [subscriptionTimers, planOfOwner, workspaceGrace, unusedSubscriptions, invitationMails] as const;
    return withPorts(mails, {
      paymentProvider: () => payments.desk.over(service),
      mailer: {
        reaches: () => true,
        send: async ({ id }) => {
          await new Promise<void>((resolve) => void service.way.after(dice.between(1, 500), resolve));
          if (dice.chance(payments.desk.trouble)) throw new Error('the mail server did not answer');
          this.mailed.add(id);
        },
      },
      invitationLinks: {
        tokenOf: ({ invitationId, sending }) => `${invitationId}/${sending}`,
        urlOf: (token) => token,
      },
    });
  }

  /** Does as it likes until `ends`. */
  async live(fleet: Fleet, ends: number): Promise<void> {
    const { dice, scheduler } = this.#world;
    for (let left = dice.between(4, 14); left > 0 && scheduler.now < ends && !this.#people.isDeleted; left--) {
      await scheduler.sleep(dice.oneOf([dice.between(10, 3 * second), dice.between(second, 5 * minute)]));
      await this.#do(fleet, dice.oneOf(deeds));
    }
    this.finished = true;
  }

  /** Asks the provider about everybody, every hour as the service does: an answer counts while no payment is open. */
  async reconcile(fleet: Fleet): Promise<void> {
    const { scheduler, payments } = this.#world;
    for (let hour = 1; hour <= hoursOfLooks; hour += 1) {
      for (const ownerId of payments.desk.subscriptions.keys())
        await this.#people.ask(fleet, 'reconcile', (service) => payments.reconcile(service, ownerId));
      await scheduler.sleep(60 * minute);
    }
  }

  get workspace(): Workspace {
    const state = stateOf(workspace, this.#world.log.of(`workspace-${workspaceId}`));
    if (!state) throw new Error('there is no workspace');
    return state;
  }

  subscriptionOf(ownerId: string): SubscriptionState {
    return stateOf(subscription, this.#world.log.of(`subscription-${ownerId}`));
  }

  #terms(plan: Terms['plan']): Terms {
    return { plan, billingPeriod: 'monthly', aiTier: null };
  }

  async #do(fleet: Fleet, deed: Deed): Promise<Answer | undefined> {
    const { dice, scheduler, payments, note, coverage } = this.#world;
    const { ownerId, invitations, transfer } = this.workspace;
    const target = ownerId === payer ? 'heir' : payer;
    const now = this.#people.now();
    switch (deed) {
      case 'offer':
        return this.#endpoint(fleet, 'requestTransfer', ownerId, { targetUserId: target });
      case 'accept':
        return this.#endpoint(fleet, 'acceptTransfer', transfer?.targetUserId ?? target);
      case 'decline':
        return this.#endpoint(fleet, 'declineTransfer', transfer?.targetUserId ?? target);
      case 'withdraw':
        return this.#endpoint(fleet, 'cancelTransfer', ownerId);
      case 'change':
      case 'free': {
        const plan = deed === 'free' ? 'free' : dice.oneOf(['starter', 'pro', 'agency'] as const);
        return this.#ask(fleet, `change to ${plan}`, ownerId, (context, service) =>
          changeTerms(() => this.#terms(plan), context, this.#billing(service)),
        );
      }
      case 'keep':
        return this.#ask(fleet, deed, ownerId, async (context, service) =>
          keepTerms(await payingOwner(context), context, this.#billing(service)),
        );
      case 'refund':
      case 'decline cards':
      case 'pay up': {
        const of = dice.oneOf([...payments.desk.subscriptions.keys()]);
        if (payments.desk.at(of)?.status === 'ended') return undefined;
        coverage.count(`asked: ${deed}`);
        note(`${deed} of ${of}`);
        const status = deed === 'refund' ? 'ended' : deed === 'pay up' ? 'active' : 'past_due';
        payments.desk.meddle(of, { status, ...(status === 'ended' && { next: undefined }) });
        const service = fleet.anyForRequests();
        if (service) payments.sendEvents(service, of);
        return undefined;
      }
      case 'invite': {
        const email = `guest-${dice.between(1, 3)}@example.com`;
        const expiresAt = new Date(scheduler.now + 7 * day).toISOString();
        return this.#ask(fleet, deed, ownerId, ({ newId, handle }) =>
          handle(workspace, workspaceId, {
            type: 'invite',
            invitationId: newId('invitation'),
            by: ownerId,
            email,
            emailHash: email,
            role: 'MEMBER',
            now,
            expiresAt,
          }),
        );
      }
      default: {
        const pending = Object.keys(invitations);
        if (pending.length === 0) return undefined;
        const invitationId = dice.oneOf(pending);
        const expiresAt = new Date(scheduler.now + 7 * day).toISOString();
        const after = invitations[invitationId]?.sending ?? 0;
        return this.#ask(fleet, deed, ownerId, ({ handle }) =>
          handle(
            workspace,
            workspaceId,
            deed === 'resend'
              ? { type: 'resend-invitation', invitationId, by: ownerId, after, now, expiresAt }
              : { type: 'delete-invitation', invitationId, by: ownerId },
          ),
        );
      }
    }
  }

  #billing(service: Service) {
    return { provider: () => this.#world.payments.desk.over(service) } as never;
  }

  #endpoint(fleet: Fleet, name: string, by: string, body: object = {}): Promise<Answer> {
    const endpoint = transferEndpoints.find(({ id }) => id === name);
    if (!endpoint) throw new Error(`there is no endpoint ${name}`);
    const asked = { params: { id: workspaceId }, query: {}, body, header: () => undefined };
    return this.#ask(fleet, name, by, (context) => Promise.resolve(endpoint.run(asked as never, context)));
  }

  #ask(
    fleet: Fleet,
    what: string,
    userId: string,
    run: (context: WriteContext, service: Service) => Promise<unknown>,
  ): Promise<Answer> {
    return this.#people.ask(fleet, what, (service, requestId, now) =>
      run(requestContext(service, { requestId, now, userId }), service),
    );
  }
}
