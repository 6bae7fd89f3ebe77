import type { Fleet } from './fleet.ts';
import type { World } from './world.ts';

const second = 1_000;
const minute = 60_000;

const oneMishap = (world: World, fleet: Fleet): void => {
  const { dice, accounts, note, coverage } = world;
  const service = fleet.any();
  if (!service) return;
  const what = dice.oneOf(['crash', 'crash', 'crash', 'restart', 'freeze', 'account', 'account'] as const);
  coverage.count(`mishap: ${what}`);
  switch (what) {
    case 'crash':
      return fleet.crash(service);
    case 'restart':
      return fleet.restart(service);
    case 'freeze': {
      const milliseconds = dice.between(1 * second, 90 * second);
      note(`${service.name} freezes for ${milliseconds} ms`);
      return service.pause(milliseconds);
    }
    case 'account': {
      const account = dice.oneOf(accounts.all);
      note(`${account.id} is ${account.connected ? 'disconnected' : 'connected'}`);
      account.connected = !account.connected;
      if (account.connected) Object.assign(account, { status: 'ACTIVE', tokenVersion: account.tokenVersion + 1 });
      return;
    }
  }
};

/** Lets misfortune strike again and again until `ends`, as often as the seed says. */
export const beginMishaps = (world: World, fleet: Fleet, ends: number): void => {
  const { dice, scheduler } = world;
  const usually = dice.oneOf([0, 20 * second, 60 * second, 4 * minute]);
  if (usually === 0) return;
  const strike = (): void => {
    if (scheduler.now > ends) return;
    oneMishap(world, fleet);
    scheduler.after(dice.between(0, 2 * usually), strike);
  };
  scheduler.after(dice.between(0, 2 * usually), strike);
};
