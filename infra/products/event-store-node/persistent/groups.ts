import type { EventLog } from '../log/event-log.ts';
import { Group } from './group.ts';
import { GroupConfig } from './group-config.ts';
import { groupDoesNotExist, groupDropped, groupExists } from './group-refusals.ts';
import { type GroupEntry, type GroupName, type GroupSettings, keyOf } from './group-settings.ts';

const tickInterval = 250;

/**
 * All persistent subscriptions of the node. A decision about them is in the log before it is
 * answered.
 */
export class Groups {
  private readonly log: EventLog;
  private readonly config: GroupConfig;
  private readonly groups = new Map<string, Group>();
  /** The streams that have, or had since the start, a group. */
  private readonly streams = new Set<string>();
  /** Runs while there are groups: a node without any sleeps until it is asked. */
  private timer: NodeJS.Timeout | undefined;
  /** Changes to the list run one after the other. */
  private changing: Promise<unknown> = Promise.resolve();

  constructor(log: EventLog) {
    this.log = log;
    this.config = new GroupConfig(log);
  }

  async start(): Promise<void> {
    for (const entry of await this.config.load()) await this.add(entry);
  }

  async close(): Promise<void> {
    this.stopTicking();
    await Promise.all([...this.groups.values()].map((group) => group.close(groupDropped(group.entry))));
    this.groups.clear();
  }

  /** Disconnects all consumers and starts again from the checkpoints. */
  async restart(): Promise<void> {
    await this.change(async () => {
      await this.close();
      await this.start();
    });
  }

  find(name: GroupName): Group | undefined {
    return this.groups.get(keyOf(name));
  }

  /** Throws when there is no such group. */
  get(name: GroupName): Group {
    const group = this.find(name);
    if (group === undefined) throw groupDoesNotExist(name);
    return group;
  }

  /** The groups of a stream; throws where it never had one. */
  ofStream(stream: string): readonly Group[] {
    if (!this.streams.has(stream)) throw groupDoesNotExist({ stream, group: '' });
    return this.all().filter(({ entry }) => entry.stream === stream);
  }

  all(): readonly Group[] {
    return [...this.groups.values()];
  }

  async create(entry: Omit<GroupEntry, 'createdAt'>, user: string): Promise<void> {
    await this.change(async () => {
      if (this.find(entry) !== undefined) throw groupExists(entry);
      const group = await this.add({ ...entry, createdAt: 0 });
      await this.save(user);
      return group;
    });
  }

  /** New settings disconnect the consumers. The group continues from its checkpoint. */
  async update(name: GroupName, settings: GroupSettings, user: string): Promise<void> {
    await this.change(async () => {
      const old = this.get(name);
      await old.close(groupDropped(name));
      const createdAt = settings.startFrom === 'end' ? await old.source.last() : old.entry.createdAt;
      await this.run({ ...old.entry, settings, createdAt });
      await this.save(user);
    });
  }

  async delete(name: GroupName, user: string): Promise<void> {
    await this.change(async () => {
      const group = this.get(name);
      this.groups.delete(keyOf(name));
      if (this.groups.size === 0) this.stopTicking();
      await group.close(groupDropped(name));
      await group.forget();
      await this.save(user);
    });
  }

  private async add(entry: GroupEntry): Promise<Group> {
    if (entry.createdAt > 0) return this.run(entry);
    const { source } = new Group(this.log, entry);
    return this.run({ ...entry, createdAt: await source.last() });
  }

  private async run(entry: GroupEntry): Promise<Group> {
    const group = new Group(this.log, entry);
    await group.start();
    this.groups.set(keyOf(entry), group);
    this.timer ??= setInterval(() => this.tick(), tickInterval).unref();
    this.streams.add(entry.stream);
    return group;
  }

  private async save(user: string): Promise<void> {
    await this.config.save(
      this.all().map((group) => group.entry),
      user,
    );
  }

  private change<Result>(act: () => Promise<Result>): Promise<Result> {
    const result = this.changing.then(act);
    this.changing = result.catch(() => undefined);
    return result;
  }

  private stopTicking(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private tick(): void {
    const now = Date.now();
    for (const group of this.groups.values()) group.tick(now);
  }
}
