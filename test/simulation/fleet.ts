import { partsOf } from './engine.ts';
import { Service } from './service.ts';
import type { World } from './world.ts';

const second = 1_000;

/** The services that run side by side on one store. One that dies is followed by another after a while. */
export class Fleet {
  readonly #world: World;
  readonly #draining: Service[] = [];
  #running: Service[] = [];
  #named = 0;

  constructor(world: World) {
    this.#world = world;
  }

  get running(): readonly Service[] {
    return this.#running;
  }

  /** One of the running services, where one runs. */
  any(): Service | undefined {
    return this.#running.length > 0 ? this.#world.dice.oneOf(this.#running) : undefined;
  }

  begin(): void {
    const { scheduler, dice, table, note, log, troubles, coverage } = this.#world;
    const service = new Service(`s${(this.#named += 1)}`, {
      ...{ scheduler, dice, table, note },
      alive: () => this.#alive(),
      store: log,
      storeTrouble: () => troubles.store,
      strikes: (where) => {
        if (troubles.deaths === 0 || !dice.chance(troubles.deaths)) return false;
        coverage.count(`a service died: ${where}`);
        note(`a service dies ${where}`);
        return true;
      },
      died: (dead) => this.#replace(dead),
      parts: (made) => partsOf(made, this.#world),
    });
    this.#running.push(service);
    service.start();
    note(`${service.name} starts`);
    if (dice.chance(0.5)) scheduler.after(dice.between(0, 5 * second), () => void table.freeDead(this.#alive()));
  }

  crash(service: Service): void {
    this.#world.note(`${service.name} crashes`);
    service.crash();
    this.#replace(service);
  }

  /** Lets a service end as one that is asked to, while its successor has begun already. */
  restart(service: Service): void {
    this.#world.note(`${service.name} is stopped`);
    this.#running = this.#running.filter((each) => each !== service);
    this.#draining.push(service);
    void service.stop();
    this.begin();
  }

  /** The server ends the database session of a service; whoever looks next frees its leases. */
  loseSession(service: Service): void {
    const { scheduler, dice, table, note } = this.#world;
    if (service.isDead) return;
    note(`${service.name} loses its database session`);
    service.loseSession();
    scheduler.after(dice.between(0, 5 * second), () => {
      if (table.freeDead(this.#alive()) > 0) this.wake();
    });
  }

  wake(): void {
    for (const { worker } of this.#running) worker.wake();
  }

  end(): void {
    for (const service of [...this.#running, ...this.#draining]) service.crash();
  }

  #replace(dead: Service): void {
    const { scheduler, dice } = this.#world;
    if (!this.#running.includes(dead)) return;
    this.#running = this.#running.filter((each) => each !== dead);
    scheduler.after(dice.between(10, 20 * second), () => this.begin());
  }

  #alive(): string[] {
    return [...this.#running, ...this.#draining].filter(({ isDead }) => !isDead).map(({ sessionName }) => sessionName);
  }
}
