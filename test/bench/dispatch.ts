import { ServiceProcess } from '../support/service-process.ts';
import { trio, type Client } from '../support/service-client.ts';
import { openAccepted, untilAlmost, type AcceptedPosts } from './accepted.ts';
import { createAll, load, manyWorkspaces, percentile } from './many-workspaces.ts';
import { watchMemory } from './memory.ts';
import { cpuByPart, cpuSince } from './processor-time.ts';
import { dispatchEverywhere } from './dispatch-everywhere.ts';

const posts = Number(process.env['BENCH_POSTS'] ?? 5_000);
const perWorkspace = 125;
const inOneRequest = Math.min(25, posts);
const bareRequests = Math.min(2_000, 50 * posts);

/** Requests a second that the sandbox answers to a reader. */
export const bareSandbox = async ({ connection }: Client): Promise<number> => {
  const url = `${connection.baseUrl.replace('/v1', '')}/sandbox/twitter/api.x.com/2/users/me`;
  const { total } = await load(bareRequests, 32, async () => {
    const answer = await fetch(url);
    // A reader without a token is refused as the platform refuses it; any other answer is a fault.
    if (answer.status !== 401) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
    await answer.text();
  });
  return Math.round((bareRequests / total) * 1000);
};

/** Posts that are due in the same second, three destinations each, until all are live. */
const dispatchMany = async (service: ServiceProcess, accepted: AcceptedPosts) => {
  const clients = await manyWorkspaces(service.demo, Math.ceil(posts / perWorkspace), trio);
  const due = new Date(await service.demo.in(3_600));
  await load(Math.ceil(posts / inOneRequest), 8, async (request) => {
    const client = clients[request % clients.length] as Client;
    const body = Array.from({ length: inOneRequest }, (_, index) => ({
      content: `due ${request} ${index}`,
      accountIds: client.accounts(trio),
      scheduledFor: due.toISOString(),
    }));
    await createAll(client, body);
  });
  const memory = watchMemory(service);
  await untilAlmost(service.demo, due);
  const before = cpuByPart();
  const wanted = Math.ceil(posts / inOneRequest) * inOneRequest * trio.length;
  await accepted.until(wanted, due);
  const peak = memory.stop();
  const processorMicroseconds = cpuSince(before, wanted);
  const late = (await accepted.since(due)).map(({ at }) => at - due.getTime()).sort((a, b) => a - b);
  return {
    destinations: late.length,
    perSecond: Math.round(late.length / ((late.at(-1) ?? 0) / 1000)),
    sandboxPerSecond: await bareSandbox(service.demo),
    latenessP50Ms: Math.round(percentile(late, 0.5)),
    latenessP99Ms: Math.round(percentile(late, 0.99)),
    peakMiB: peak.all,
    peakServiceMiB: peak.service,
    processorMicroseconds,
  };
};

/** How fast what is due in one second goes out, and whether a platform that lags holds up the others. */
export default async function run(): Promise<void> {
  const service = await ServiceProcess.start();
  let accepted: AcceptedPosts | undefined;
  try {
    accepted = await openAccepted(service);
    const many = posts > 0 ? await dispatchMany(service, accepted) : undefined;
    if (many) console.table({ [`${posts} posts to three platforms`]: many });
    const everywhere = await dispatchEverywhere(service, accepted);
    const ofSandbox = many && { ofSandbox: Number((many.perSecond / many.sandboxPerSecond).toFixed(3)) };
    console.log(
      JSON.stringify({
        bench: 'dispatch',
        ratios: { ...ofSandbox, ...everywhere.ratios },
        figures: { ...many, everywhere: everywhere.figures },
      }),
    );
  } finally {
    // A session that the stopping database ends would hide the error of the run.
    await accepted?.close();
    await service.dispose();
  }
}
