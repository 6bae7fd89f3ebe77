import { once } from 'node:events';
import {
  EventStoreDBClient,
  jsonEvent,
  NO_STREAM,
  START,
  streamNameFilter,
  type Position,
} from '@eventstore/db-client';
import { expect } from 'chai';
import { type NodeProcess, type Program, startProgram } from './node-process.ts';
import { collect } from './server.ts';

const writers = 6;
const batchSize = 5;

/** A round ends after up to so many acknowledged batches and so many milliseconds more. */
const maxBatches = 60;
const maxDelayMs = 12;

export type KilledStoreOptions = Readonly<{
  dir: string;
  /** An event is padded with up to so many bytes. */
  padding: number;
  /** Each append as a call of its own. The client's shared call cannot be used by two stores in one process. */
  unary: boolean;
}>;

const random = (below: number): number => Math.floor(Math.random() * below);

/**
 * A store that is killed again and again. Writers append batches, each to its own stream, and remember what was acknowledged;
 * at some moment the node is killed. Afterwards every acknowledged batch is there, and a batch that was not acknowledged is
 * there whole or not at all.
 */
export class KilledStore {
  /** Batches by writer. */
  private readonly acknowledged = Array.from({ length: writers }, () => 0);
  private readonly verified = Array.from({ length: writers }, () => 0);
  private lastSeen: Position | undefined;
  private readonly options: KilledStoreOptions;

  constructor(options: KilledStoreOptions) {
    this.options = options;
  }

  /** Starts the node, verifies what was appended in the round before, and kills it while more is appended. */
  async round(program: Program): Promise<void> {
    await this.open(program, async (client, { child }) => {
      await this.verifyNew(client);
      let left = random(maxBatches);
      const kill = (): void => void setTimeout(() => child.kill('SIGKILL'), Math.random() * maxDelayMs);
      const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
      if (left === 0) kill();
      await Promise.all(
        this.acknowledged.map(async (from, writer) => {
          for (let batch = from; ; batch += 1) {
            if (!(await Promise.race([this.append(client, writer, batch), gone.then(() => false)]))) break;
            this.acknowledged[writer] = batch + 1;
            if ((left -= 1) === 0) kill();
          }
        }),
      );
      await gone;
    });
  }

  /** Verifies the whole store from its first event on, and that it stops in good order. */
  async finish(program: Program): Promise<void> {
    await this.open(program, async (client, node) => {
      await this.verifyNew(client);
      const batches = [...this.verified];
      this.verified.fill(0);
      this.lastSeen = undefined;
      await this.verifyNew(client);
      expect(this.verified).to.deep.equal(batches);
      await this.verifyFilters(client);
      expect(await node.end()).to.equal(0);
    });
  }

  /** A filter on a stream finds what the stream has. */
  private async verifyFilters(client: EventStoreDBClient): Promise<void> {
    for (const [writer, verified] of this.verified.entries()) {
      if (verified === 0) continue;
      const found: (string | undefined)[] = [];
      const filter = streamNameFilter({ prefixes: [`writer-${writer}`] });
      const subscription = client.subscribeToAll({ filter });
      const searched = once(subscription, 'caughtUp');
      subscription.on('data', ({ event }) => found.push(event?.id));
      await searched;
      await subscription.unsubscribe();
      const stored = await collect(client.readStream(`writer-${writer}`));
      expect(found).to.deep.equal(stored.map(({ event }) => event?.id));
    }
  }

  private async open(program: Program, use: (client: EventStoreDBClient, node: NodeProcess) => Promise<void>) {
    const node = await startProgram(program, '--insecure', '--dir', this.options.dir);
    const client = EventStoreDBClient.connectionString(node.url);
    try {
      await use(client, node);
    } finally {
      await client.dispose();
      await node.end('SIGKILL');
    }
  }

  /** Whether a batch was acknowledged. */
  private append(client: EventStoreDBClient, writer: number, batch: number): Promise<boolean> {
    const events = Array.from({ length: batchSize }, (_, part) =>
      jsonEvent({ type: 'Written', data: { batch, part, pad: 'x'.repeat(random(this.options.padding)) } }),
    );
    const expectedRevision = batch === 0 ? NO_STREAM : BigInt(batch * batchSize - 1);
    const credentials = this.options.unary && { credentials: { username: 'admin', password: 'changeit' } };
    return client.appendToStream(`writer-${writer}`, events, { expectedRevision, ...credentials }).then(
      () => true,
      () => false,
    );
  }

  /**
   * Verifies what came after what was verified last, by stream and in everything. Whatever had been lost of what is older
   * would still be missing at the end. Takes in batches that were written although the answer was lost.
   */
  private async verifyNew(client: EventStoreDBClient): Promise<void> {
    const fromPosition = this.lastSeen ?? START;
    const all = (await collect(client.readAll({ fromPosition }))).map(({ event }) => event);
    if (this.lastSeen !== undefined) expect(all.shift()?.position).to.deep.equal(this.lastSeen);
    this.lastSeen = all.at(-1)?.position ?? this.lastSeen;
    for (const [writer, verified] of this.verified.entries()) {
      const streamId = `writer-${writer}`;
      const inAll = all.filter((event) => event?.streamId === streamId);
      const fromRevision = BigInt(verified * batchSize);
      const exists = verified > 0 || inAll.length > 0;
      const stored = exists ? await collect(client.readStream(streamId, { fromRevision })) : [];
      const places = stored.map(({ event }) => [event?.id, event?.revision]);
      expect(places, 'the same by stream and in everything').to.deep.equal(
        inAll.map((event) => [event?.id, event?.revision]),
      );
      expect(stored.length % batchSize, 'no half batch').to.equal(0);
      const batches = verified + stored.length / batchSize;
      const acknowledged = this.acknowledged[writer] as number;
      expect(batches).to.be.within(acknowledged, acknowledged + 1);
      for (const [index, { event }] of stored.entries()) {
        const { batch, part } = event?.data as { batch: number; part: number };
        const at = verified * batchSize + index;
        const found = [event?.revision, batch, part];
        expect(found).to.deep.equal([BigInt(at), Math.floor(at / batchSize), at % batchSize]);
      }
      this.verified[writer] = batches;
      this.acknowledged[writer] = batches;
    }
  }
}
