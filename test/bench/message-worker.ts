import pg from 'pg';

// The baseline of `npm run bench -- broadcast`: one job a message from a Postgres queue, and the same HTTP calls to the same played
// platform. Arguments: the address of the database, that of the platform, how many work at once. Ends with the last job.
const [connectionString = '', platform = '', atOnce = '16'] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString, max: Number(atOnce) });

type Job = { id: string; page: string; token: string; recipient: string };

const call = async <Body>(path: string, token: string, json?: object): Promise<Body> => {
  const headers = { authorization: `Bearer ${token}`, ...(json && { 'content-type': 'application/json' }) };
  const answer = await fetch(`${platform}/${path}`, {
    method: json ? 'POST' : 'GET',
    headers,
    ...(json && { body: JSON.stringify(json) }),
  });
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Body;
};

const work = async (): Promise<void> => {
  for (;;) {
    const { rows } = await pool.query<Job>(`
      update bench_message set state = 'taken' where id = (
        select id from bench_message where state = 'due' order by id limit 1 for update skip locked)
      returning id, page, token, recipient`);
    const [job] = rows;
    if (!job) return;
    const { id, page, token, recipient } = job;
    const { access_token: own } = await call<{ access_token: string }>(
      `${page}?fields=id,name,access_token&locale=en_US`,
      token,
    );
    await call(`${page}/messages`, own, {
      recipient: { id: recipient },
      messaging_type: 'RESPONSE',
      message: { text: 'A message to all' },
    });
    await pool.query(`update bench_message set state = 'sent', at = now() where id = $1`, [id]);
  }
};

process.stdout.write(`${JSON.stringify({ ready: true })}\n`);
const began = performance.now();
await Promise.all(Array.from({ length: Number(atOnce) }, work));
await pool.query(`insert into bench_message_end (ms) values ($1)`, [performance.now() - began]);
await pool.end();
