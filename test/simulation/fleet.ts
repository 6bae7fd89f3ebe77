import { partsOf } from './engine.ts';
import { Service, type Role } from './service.ts';
import type { World } from './world.ts';

const second = 1_000;

/** The services that run side by side on one store. One that dies is followed by another after a while. */
export class Fleet {
  readonly #world: World;
  readonly #roles: readonly Role[];
  readonly #draining: Service[] = [];
  #running: Service[] = [];
  #named = 0;

  constructor(world: World) {
    this.#world = world;
    const { dice, coverage } = world;
    // A node that answers requests and one that acts remember other things of the same streams.
    const isApart = dice.chance(0.5);
    coverage.count(`roles: ${isApart ? 'apart' : 'together'}`);
    const roles: readonly Role[] = isApart ? ['api', 'processes'] : ['all'];
    this.#roles = dice.chance(0.5) ? [...roles, dice.oneOf(roles)] : roles;
  }

  get running(): readonly Service[] {
    return this.#running;
  }

  /** One of the running services, where one runs. */
  any(): Service | undefined {
    return this.#running.length > 0 ? this.#world.dice.oneOf(this.#running) : undefined;
  }

  /** One of the running services that take requests, where one runs. */
  anyForRequests(): Service | undefined {
    const open = this.#running.filter(({ role }) => role !== 'processes');
    return open.length > 0 ? this.#world.dice.oneOf(open) : undefined;
  }

  /** Begins a service in each place of the fleet. */
  begin(): void {
    for (const role of this.#roles) this.#begin(role);
  }

  /** Begins a service in each role that has none. */
  complete(): void {
    for (const role of new Set(this.#roles)) if (!this.#running.some((each) => each.role === role)) this.#begin(role);
  }

  #begin(role: Role): void {
    const { scheduler, dice, table, note, log, troubles, coverage } = this.#world;
    const service = new Service(`s${(this.#named += 1)}`, {
      role,
      scheduler,
      dice,
      table,
      note,
      alive: () => this.#alive(),
      store: log,
      posts: this.#world.posts,
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
    note(`${service.name} starts${role === 'all' ? '' : ` as ${role}`}`);
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
    this.#begin(service.role);
  }

  /** The server ends the database session of a service; the next check frees its leases. */
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
    scheduler.after(dice.between(10, 20 * second), () => this.#begin(dead.role));
  }

  #alive(): string[] {
    return [...this.#running, ...this.#draining].filter(({ isDead }) => !isDead).map(({ sessionName }) => sessionName);
  }
}
