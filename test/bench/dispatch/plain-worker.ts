import { run, type TaskList } from 'graphile-worker';
import pg from 'pg';

// The baseline of `npm run bench -- dispatch`: what a service without a history does for a destination that is due. One job of a
// well-kept Postgres queue, the same HTTP call to the same stub, one updated row, one queued webhook. A crash between the call and the
// row posts twice. Arguments: the address of the database, that of the stub, how many work at once. Begins with a line on its input.
const [connectionString = '', platform = '', atOnce = '48'] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString, max: 14 });

type Destination = { id: string; path: string; token: string; text: string };

const taskList: TaskList = {
  publish: async (payload) => {
    const { id } = payload as { id: string };
    const { rows } = await pool.query<Destination>(
      'select id, path, token, text from bench_destination where id = $1',
      [id],
    );
    const [destination] = rows;
    if (!destination) throw new Error(`no destination ${id}`);
    const answer = await fetch(`${platform}${destination.path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${destination.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ text: destination.text }),
    });
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
    const native: unknown = await answer.json();
    await pool.query(
      `with done as (update bench_destination set state = 'published', native = $2, at = now() where id = $1 returning id)
       select graphile_worker.add_job('webhook', json_build_object('id', id), run_at := now() + interval '1 day') from done`,
      [id, JSON.stringify(native)],
    );
  },
};

process.stdout.write(`${JSON.stringify({ ready: true })}\n`);
await run({ connectionString, concurrency: Number(atOnce), taskList, pollInterval: 250, noHandleSignals: true });
