import { isDeepStrictEqual } from 'node:util';
import { sql, type Kysely } from 'kysely';
import type { CommentView } from '../../domain/comments/comment-view.ts';
import { event } from '../../projections/authoring/projection-spec.ts';
import { comments, type CommentRow } from '../../projections/comments/comments.ts';
import { fillReadModel } from '../read-api/many-rows.ts';

type Owner = Readonly<{ workspaceId: string; accountId: string }>;
type Range = readonly [from: number, to: number];

/** Of so many comments one is answered, or hidden. */
const everyAnswered = 2;
const everyHidden = 50;
const people = 1_000;
const first = Date.parse('2026-01-01T00:00:00.000Z');

const received = {
  ...({ postId: null, platform: 'BLUESKY', platformPostId: '77', platformCommentId: '88' } as const),
  author: { id: '9', username: 'zoe' },
  content: 'What does it cost?',
  parentCommentId: null,
  permalinkUrl: null,
};

const idOf = (n: number): string => `c${n.toString(16).padStart(24, '0')}`;

/** Rows of the read model `comments`, by number. */
export const fillComments = (db: Kysely<unknown>, { workspaceId, accountId }: Owner, range: Range): Promise<void> => {
  const id = `'c' || lpad(to_hex(n), 24, '0')`;
  const at = `timestamptz '${new Date(first).toISOString()}' + n * interval '1 second'`;
  const text = `to_char((${at}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS".000Z"')`;
  const answered = `n % ${everyAnswered} = 0`;
  const hidden = `n % ${everyHidden} = 0`;
  const same: Partial<CommentView> = { ...received, workspaceId, accountId, ourReplyId: null };
  const own = {
    id,
    contactId: `'p' || n % ${people}`,
    platformCreatedAt: text,
    createdAt: text,
    updatedAt: text,
    repliedAt: `case when ${answered} then ${text} end`,
    hiddenAt: `case when ${hidden} then ${text} end`,
  };
  const fields = Object.entries(own).map(([name, value]) => `'${name}', ${value}`);
  return fillReadModel(db, comments, range, {
    workspace_id: `'${workspaceId}'`,
    account_id: `'${accountId}'`,
    platform: `'${received.platform}'`,
    contact_id: own.contactId,
    replied: answered,
    hidden,
    platform_created_at: at,
    replied_at: `case when ${answered} then ${at} end`,
    view: `('${JSON.stringify(same)}'::jsonb || jsonb_build_object(${fields.join(', ')}))::json`,
  });
};

/** The row that the projection makes of the events of a comment. */
const projected = ({ workspaceId, accountId }: Owner, n: number): object => {
  const commentId = idOf(n);
  const at = new Date(first + n * 1_000).toISOString();
  const envelope = { stream: `comment-${commentId}`, workspaceId, at };
  const data = { ...received, commentId, accountId, contactId: `p${n % people}`, platformCreatedAt: at };
  const events = [
    event('CommentReceived', data, envelope),
    ...(n % everyAnswered === 0 ? [event('CommentMarkedReplied', { commentId }, envelope)] : []),
    ...(n % everyHidden === 0 ? [event('CommentHidden', { commentId, platformSynced: false }, envelope)] : []),
  ];
  let row: CommentRow | undefined;
  for (const one of events) row = comments.fold(row, one, commentId);
  return { ...row };
};

/** A row as JSON, its moments as the service writes them. */
const comparable = (row: object): unknown =>
  Object.fromEntries(
    Object.entries(JSON.parse(JSON.stringify(row)) as Record<string, unknown>).map(([name, value]) => [
      name,
      name.endsWith('_at') && typeof value === 'string' ? new Date(value).toISOString() : value,
    ]),
  );

/** Throws where one of the first hundred rows differs from what the projection writes. */
export const requireAsProjected = async (db: Kysely<unknown>, owner: Owner, [from]: Range): Promise<void> => {
  for (let n = from; n < from + 100; n++) {
    const { rows } = await sql<{ row: object }>`
      select to_json(comments) as row from comments where id = ${idOf(n)}`.execute(db);
    const [stored, wanted] = [comparable(rows[0]?.row ?? {}), comparable(projected(owner, n))];
    if (!isDeepStrictEqual(stored, wanted))
      throw new Error(`the row ${JSON.stringify(stored)} is not the projection's ${JSON.stringify(wanted)}`);
  }
};
