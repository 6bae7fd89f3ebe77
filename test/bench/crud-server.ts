import express from 'express';
import pg from 'pg';
import { hashOfApiKey, isKeyOfHash } from '../../infra/edge/access/api-key.ts';

// The baseline of `npm run bench -- commands`: what a service without a history does for a POST. The same credential, looked up the
// same way and remembered for as long, then one row.
const pool = new pg.Pool({ connectionString: process.argv[2] ?? '', max: 14 });
await pool.query(
  'create table if not exists bench_post (id bigserial primary key, owner text, body jsonb, created_at timestamptz default now())',
);
const known = new Map<string, { hash: string; owner: string; until: number }>();

const ownerOf = async (key: string): Promise<string | undefined> => {
  const hash = hashOfApiKey(key);
  const held = known.get(hash);
  if (held && held.until > Date.now()) return held.owner;
  const { rows } = await pool.query<{ hash: string; workspace_id: string }>(
    'select hash, workspace_id from api_keys where hash = $1',
    [hash],
  );
  const [row] = rows;
  if (!row || !isKeyOfHash(key, row.hash)) return undefined;
  known.set(hash, { hash, owner: row.workspace_id, until: Date.now() + 5000 });
  return row.workspace_id;
};

const app = express();
app.use(express.json());
app.post('/posts', async (req, res) => {
  const owner = await ownerOf((req.headers.authorization ?? '').replace('Bearer ', ''));
  if (owner === undefined) {
    res.status(401).json({ error: { code: 'AUTHENTICATION_ERROR' } });
    return;
  }
  const { rows } = await pool.query<{ id: string; created_at: string }>(
    'insert into bench_post (owner, body) values ($1, $2) returning id, created_at',
    [owner, JSON.stringify(req.body)],
  );
  res.status(201).json({ id: rows[0]?.id, ...(req.body as object), createdAt: rows[0]?.created_at });
});
const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`${JSON.stringify({ ready: true, port: typeof address === 'object' ? address?.port : 0 })}\n`);
});
