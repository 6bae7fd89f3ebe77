import {
  chainStart,
  Frontier,
  hashOfNodes,
  type LeafRange,
  leafText,
  type NodeAt,
  nodesOfRange,
  type TreeNode,
} from '@social-publishing/audit-proofs';
import { sql, type Kysely, type Transaction } from 'kysely';
import type { Position, Recorded } from '../../../domain/kernel/event.ts';
import { auditHashing as hashing } from './hashing.ts';

type Executor = Kysely<unknown> | Transaction<unknown>;

/** The state of the tree: its log, its number of events, and the chain after the last. */
export type TreeState = Readonly<{ log: string; size: number; chain: Uint8Array }>;

/** Creates the tree of a log that has none. `log` becomes its permanent name. */
export const beginTree = async (log: string, db: Executor): Promise<void> => {
  const chain = Buffer.from(chainStart);
  await sql`insert into audit_tree (log, size, chain) values (${log}, 0, ${chain}) on conflict do nothing`.execute(db);
};

/** `forUpdate` locks the tree until the transaction ends. */
export const readTree = async (db: Executor, { forUpdate = false } = {}): Promise<TreeState> => {
  const { rows } = await sql<{ log: string; size: string; chain: Buffer }>`
    select log, size, chain from audit_tree ${forUpdate ? sql`for update` : sql``}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the tree over the log was not begun');
  return { ...row, size: Number(row.size) };
};

const keyOf = ({ level, index }: NodeAt): string => `${level}/${index}`;

/** The hashes of subtrees, each computed from complete subtrees, by one query. */
export const hashesOfRanges = async (ranges: readonly LeafRange[], db: Executor): Promise<readonly Uint8Array[]> => {
  const nodes = await readNodes(ranges.flatMap(nodesOfRange), db);
  return ranges.map((range) =>
    hashOfNodes(
      nodesOfRange(range).map((at) => {
        const hash = nodes.get(keyOf(at));
        if (!hash) throw new Error(`the tree over the log lacks its node ${keyOf(at)}`);
        return hash;
      }),
      hashing,
    ),
  );
};

const readNodes = async (wanted: readonly NodeAt[], db: Executor): Promise<Map<string, Uint8Array>> => {
  const distinct = [...new Map(wanted.map((at) => [keyOf(at), at])).values()];
  if (distinct.length === 0) return new Map();
  const { rows } = await sql<{ level: number; index: string; hash: Buffer }>`
    select level, index, hash from audit_node
    join unnest(${distinct.map(({ level }) => level)}::smallint[], ${distinct.map(({ index }) => index)}::bigint[])
      as wanted (level, index) using (level, index)`.execute(db);
  return new Map(rows.map(({ level, index, hash }) => [keyOf({ level, index: Number(index) }), hash]));
};

/** The right edge of the tree at a size it has reached. */
export const frontierAt = async (size: number, db: Executor): Promise<Frontier> => {
  const edge = nodesOfRange({ start: 0, end: size });
  const ranges = edge.map(({ level, index }) => ({ start: index * 2 ** level, end: (index + 1) * 2 ** level }));
  return new Frontier(hashing, size, await hashesOfRanges(ranges, db));
};

/** Appends events to the tree, in this order. */
export const growTree = async (events: readonly Recorded[], tx: Transaction<unknown>): Promise<void> => {
  const { log, size, chain } = await readTree(tx, { forUpdate: true });
  const frontier = await frontierAt(size, tx);
  const nodes: TreeNode[] = [];
  let last = chain;
  for (const event of events) {
    const leaf = hashing.leaf(Buffer.from(leafText(event, frontier.size)));
    frontier.append(leaf, (node) => nodes.push(node));
    last = hashing.chain(last, leaf);
  }
  await sql`
    insert into audit_leaf (index, "commit", prepare)
    select * from unnest(${events.map((_, at) => size + at)}::bigint[],
      ${events.map(({ position }) => position.commit.toString())}::bigint[],
      ${events.map(({ position }) => position.prepare.toString())}::bigint[])`.execute(tx);
  await sql`
    insert into audit_node (level, index, hash)
    select * from unnest(${nodes.map(({ level }) => level)}::smallint[], ${nodes.map(({ index }) => index)}::bigint[],
      ${nodes.map(({ hash }) => Buffer.from(hash))}::bytea[])`.execute(tx);
  await sql`update audit_tree set size = ${frontier.size}, chain = ${Buffer.from(last)} where log = ${log}`.execute(tx);
};

/**
 * The leaves of the events at these positions of the log, in the given order; undefined for events
 * outside the tree.
 */
export const leavesAt = async (
  positions: readonly Position[],
  db: Executor,
): Promise<readonly (number | undefined)[]> => {
  const { rows } = await sql<{ at: string; index: string | null }>`
    select wanted.at, leaf.index
    from unnest(${positions.map(({ commit }) => commit.toString())}::bigint[],
      ${positions.map(({ prepare }) => prepare.toString())}::bigint[]) with ordinality as wanted ("commit", prepare, at)
    left join audit_leaf leaf using ("commit", prepare) order by wanted.at`.execute(db);
  return rows.map(({ index }) => (index === null ? undefined : Number(index)));
};

/** A leaf as it entered the tree: its hash, and where the log has its event. */
export type Leaf = Readonly<{ hash: Uint8Array; position: Position }>;

/** The leaves from `from` on, as they entered the tree. */
export const leavesFrom = async (from: number, count: number, db: Executor): Promise<readonly Leaf[]> => {
  const { rows } = await sql<{ hash: Buffer; commit: string; prepare: string }>`
    select node.hash, leaf."commit"::text as "commit", leaf.prepare::text as prepare
    from audit_node node join audit_leaf leaf using (index)
    where node.level = 0 and node.index >= ${from} and node.index < ${from + count} order by node.index`.execute(db);
  return rows.map(({ hash, commit, prepare }) => ({
    hash,
    position: { commit: BigInt(commit), prepare: BigInt(prepare) },
  }));
};
