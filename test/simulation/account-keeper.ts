import { RevisionConflict, StoreUnavailable } from '../../domain/kernel/event-store.ts';
import { account } from '../../domain/accounts/account.ts';
import { accountRegistry } from '../../domain/accounts/account-registry.ts';
import { commandForOutcome } from '../../domain/accounts/refresh-outcome.ts';
import { renewalRequest } from '../../domain/accounts/token-renewal.ts';
import { Refused } from '../../domain/kernel/refused.ts';
import { accountContext, type SimulatedAccount } from './accounts.ts';
import type { Fleet } from './fleet.ts';
import { workspaceId } from './simulated-platforms.ts';
import type { Service } from './service.ts';
import type { World } from './world.ts';

const second = 1_000;

type Deed = 'disconnect' | 'reconnect' | 'refresh';

/** The person who connects, disconnects and renews accounts; asks again, with the same id, where no answer comes. */
export class AccountKeeper {
  readonly #world: World;
  readonly #fleet: Fleet;
  #asked = 0;
  #busy = 0;

  constructor(world: World, fleet: Fleet) {
    this.#world = world;
    this.#fleet = fleet;
  }

  get isIdle(): boolean {
    return this.#busy === 0;
  }

  /** Does one thing to one account, despite any obstacle. */
  async meddle(deed: Deed, one: SimulatedAccount): Promise<void> {
    this.#busy += 1;
    try {
      await this.#insist(deed, one);
    } finally {
      this.#busy -= 1;
    }
  }

  async #insist(deed: Deed, one: SimulatedAccount): Promise<void> {
    const { scheduler, dice, coverage, note, platforms } = this.#world;
    const commandId = `keeper/${(this.#asked += 1)}`;
    // A person consents once; what the platform gave for it is shown again with each try.
    const grant = deed === 'reconnect' ? await platforms.grantAnew(one) : undefined;
    for (;;) {
      if (this.#world.workspace.deletedAt !== undefined) return;
      const service = this.#fleet.anyForRequests();
      if (!service) {
        await scheduler.sleep(dice.between(100, 3 * second));
        continue;
      }
      const context = accountContext(service.commands, { commandId, accountId: one.id, now: scheduler.now });
      const work = grant
        ? this.#world.accounts.connect(one.id, grant, service.connecting, context)
        : this.#carryOut(deed, one, service, context);
      const answer = await Promise.race([
        work.then(
          () => 'done' as const,
          (error: unknown) => {
            if (error instanceof Refused) return 'refused' as const;
            const passing = error instanceof StoreUnavailable || error instanceof RevisionConflict;
            if (passing || (error instanceof Error && /did not answer/.test(error.message)))
              return 'unanswered' as const;
            throw error;
          },
        ),
        scheduler.sleep(40 * second).then(() => 'unanswered' as const),
      ]);
      coverage.count(`asked: ${deed} an account, ${answer}`);
      note(`keeper ${deed} ${one.id}: ${answer} (${service.name})`);
      if (answer !== 'unanswered') return;
      await scheduler.sleep(dice.between(100, 3 * second));
    }
  }

  /** As `commands/accounts/disconnect-account.ts` and `refresh-account.ts` do it. */
  async #carryOut(
    deed: Deed,
    { id }: SimulatedAccount,
    service: Service,
    context: ReturnType<typeof accountContext>,
  ): Promise<void> {
    if (deed === 'disconnect') {
      await context.handle(account, id, { type: 'disconnect', reason: 'user_disconnected' }, { step: 'disconnect' });
      await context.handle(accountRegistry, workspaceId, { type: 'release-slot', accountId: id }, { step: 'release' });
      return;
    }
    const state = (await context.load(account, id))?.state;
    if (!state || state.status === 'disconnected') return;
    const now = () => new Date(this.#world.scheduler.now);
    const outcome = await service.renew(renewalRequest(state, { workspaceId, mode: 'live', now }));
    const command = commandForOutcome(outcome, { failures: state.refreshFailures, now: context.now });
    await context.handle(account, id, command, { step: 'refresh' });
  }
}
