import { RunningService } from '../service/running-service.ts';
import { trio, type SandboxObject } from '../service/client.ts';
import { load, manyWorkspaces, percentile } from './many-workspaces.ts';

const posts = Number(process.env['BENCH_POSTS'] ?? 5_000);
const perWorkspace = 125;
const inOneRequest = 25;

/** Posts that are due in the same second, three destinations each, until all are live; beside what the sandbox answers bare. */
export default async function run(): Promise<void> {
  const service = await RunningService.start();
  try {
    const clients = await manyWorkspaces(service.demo, Math.ceil(posts / perWorkspace), trio);
    const clock = await service.demo.call<{ now: string }>('GET', '/sandbox/clock');
    const due = new Date(Date.parse(clock.body.now) + 3_600_000).toISOString();
    await load(Math.ceil(posts / inOneRequest), 8, async (request) => {
      const client = clients[request % clients.length];
      const body = Array.from({ length: inOneRequest }, (_, index) => ({
        content: `due ${request} ${index}`,
        accountIds: client?.accounts(trio),
        scheduledFor: due,
      }));
      const made = await client?.call<{ summary: { created: number } }>('POST', '/posts/bulk', { posts: body });
      if (made?.body.summary.created !== inOneRequest) throw new Error(JSON.stringify(made?.body).slice(0, 500));
    });
    const began = performance.now();
    await service.demo.call('POST', '/sandbox/clock/advance', { seconds: 3_600 });
    const live = async (): Promise<string[]> => {
      const times: string[] = [];
      for (const client of clients) {
        for (const platform of trio) {
          const held = await client.call<{ objects: (SandboxObject & { createdAt: string })[] }>(
            'GET',
            `/sandbox/platforms/${platform}/objects`,
          );
          times.push(...held.body.objects.map(({ createdAt }) => createdAt));
        }
      }
      return times;
    };
    const wanted = Math.ceil(posts / inOneRequest) * inOneRequest * trio.length;
    let times: string[] = [];
    let before = -1;
    while (times.length < wanted && times.length !== before) {
      before = times.length;
      await new Promise((resolve) => setTimeout(resolve, 3_000));
      times = await live();
    }
    const late = times.map((time) => Date.parse(time) - Date.parse(due)).sort((a, b) => a - b);
    const drained = (late.at(-1) ?? 0) / 1000;
    const bare = await load(2_000, 32, async () => {
      await fetch(`${service.demo.connection.baseUrl.replace('/v1', '')}/sandbox/twitter/api.x.com/2/users/me`).then(
        (answer) => answer.text(),
      );
    });
    const perSecond = times.length / Math.max(drained, 0.001);
    const barePerSecond = (2_000 / bare.total) * 1000;
    const figures = {
      destinations: times.length,
      wanted,
      perSecond: Math.round(perSecond),
      sandboxPerSecond: Math.round(barePerSecond),
      latenessP50Ms: percentile(late, 0.5),
      latenessP99Ms: percentile(late, 0.99),
      wallSeconds: Math.round((performance.now() - began) / 1000),
    };
    console.table({ dispatch: figures });
    console.log(
      JSON.stringify({
        bench: 'dispatch',
        ratios: { ofSandbox: Number((perSecond / barePerSecond).toFixed(3)) },
        figures,
      }),
    );
  } finally {
    await service.dispose();
  }
}
