import { createHmac, timingSafeEqual } from 'node:crypto';
import express from 'express';
import pg from 'pg';

// The baseline of `npm run bench -- inbox`: what a service without a log does with a platform's webhook. The same proof of the
// sender, then one row. Arguments: the address of the database, the secret of the registration.
const [connectionString = '', secret = ''] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString, max: 14 });
await pool.query(
  'create table if not exists bench_webhook (id text primary key, body jsonb, at timestamptz default now())',
);

type Body = { entry: { changes: { value: { comment_id: string } }[] }[] };

const app = express();
app.use(express.raw({ type: '*/*' }));
app.post('/facebook', async (req, res) => {
  const raw = req.body as Buffer;
  const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(raw).digest('hex')}`);
  const given = Buffer.from(req.header('x-hub-signature-256') ?? '');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    res.status(403).json({ error: { code: 'FORBIDDEN' } });
    return;
  }
  const body = JSON.parse(raw.toString('utf8')) as Body;
  const id = body.entry[0]?.changes[0]?.value.comment_id;
  await pool.query('insert into bench_webhook (id, body) values ($1, $2) on conflict do nothing', [id, body]);
  res.status(200).json({});
});
const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`${JSON.stringify({ ready: true, port: typeof address === 'object' ? address?.port : 0 })}\n`);
});
