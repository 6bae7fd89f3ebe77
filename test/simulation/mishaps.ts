import type { AccountKeeper } from './account-keeper.ts';
import type { Fleet } from './fleet.ts';
import type { World } from './world.ts';

const second = 1_000;
const minute = 60_000;
const silenceMs = 15_000;

const deeds = ['disconnect', 'reconnect', 'reconnect', 'refresh', 'revoke'] as const;

const oneMishap = (world: World, fleet: Fleet, keeper: AccountKeeper): void => {
  const { dice, scheduler, accounts, platforms, webhooks, note, coverage } = world;
  const service = fleet.any();
  if (!service) return;
  if (webhooks && dice.chance(0.05) && world.workspace.deletedAt === undefined) {
    coverage.count('mishap: an endpoint is switched off or on');
    return void webhooks.toggle();
  }
  const what = dice.oneOf(['crash', 'crash', 'crash', 'restart', 'freeze', 'lose-session', ...deeds] as const);
  coverage.count(`mishap: ${what}`);
  switch (what) {
    case 'crash':
      return fleet.crash(service);
    case 'restart':
      return fleet.restart(service);
    case 'freeze': {
      const milliseconds = dice.between(1 * second, 90 * second);
      note(`${service.name} freezes for ${milliseconds} ms`);
      // The server ends a session that has been silent for this long.
      if (milliseconds > silenceMs) scheduler.after(silenceMs, () => fleet.loseSession(service));
      return service.pause(milliseconds);
    }
    case 'lose-session':
      return fleet.loseSession(service);
    case 'revoke': {
      const { platform, provisioned, id } = dice.oneOf(accounts.all);
      note(`the grants of ${id} are revoked at its platform`);
      return void platforms.store.revokeGrants(platform, provisioned.details.nativeId);
    }
    default:
      return void keeper
        .meddle(what, dice.oneOf(accounts.all))
        .catch((error: unknown) => world.bugs.push(`the keeper met ${String(error)}`));
  }
};

/** Makes faults happen repeatedly until `ends`, as often as the seed determines. */
export const beginMishaps = (world: World, fleet: Fleet, keeper: AccountKeeper, ends: number): void => {
  const { dice, scheduler } = world;
  const usually = dice.oneOf([0, 45 * second, 2 * minute, 6 * minute]);
  if (usually === 0) return;
  const strike = (): void => {
    if (scheduler.now > ends) return;
    oneMishap(world, fleet, keeper);
    scheduler.after(dice.between(0, 2 * usually), strike);
  };
  scheduler.after(dice.between(0, 2 * usually), strike);
};
