import { writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { readSandboxApps } from '@social-publishing/platform-sandbox';
import { Agent } from 'undici';
import { platformRules } from '../../../domain/content/platform-rules.ts';
import { platforms, type Platform } from '../../../domain/platforms/platform.ts';
import { configFrom } from '../../composition/config.ts';
import { fetchBy } from '../../outside/http/agent-fetch.ts';
import { platformAdapters } from '../../outside/platforms/all.ts';
import { realHosts, sandboxHosts } from '../../outside/platforms/hosts.ts';
import { platformHttp } from '../../outside/platforms/http.ts';
import { readArguments, UsageError } from '../operator.ts';
import { helpOf, usage, type Environment } from './needs.ts';
import { Recorder } from './recorder.ts';
import { rehearse, type RehearsalOptions } from './rehearse.ts';

const options = {
  platform: { type: 'string' },
  sandbox: { type: 'string' },
  out: { type: 'string' },
  wait: { type: 'string' },
  help: { type: 'boolean' },
} as const;

type Io = Readonly<{
  print(line: string): void;
  /** Asks the person at the terminal. */
  ask(question: string): Promise<string>;
  onWaiting?: RehearsalOptions['onWaiting'];
  clock?: RehearsalOptions['clock'];
  signal: AbortSignal;
}>;

const platformOf = (name: string | undefined): Platform | undefined => {
  if (name === undefined) return undefined;
  const platform = platforms.find((each) => each === name.toUpperCase());
  if (!platform) throw new UsageError(`--platform is one of ${platforms.join(', ')}`);
  return platform;
};

const secondsOf = (text = '0'): number => {
  if (!/^\d{1,4}$/.test(text)) throw new UsageError('--wait takes seconds, 3600 at most');
  return Math.min(Number(text), 3600);
};

const realTime: RehearsalOptions['clock'] = {
  now: () => new Date(),
  wait: async (milliseconds, signal) => void (await pause(milliseconds, undefined, { signal })),
};

/** The simulated platforms' consent page sends a program back at once. */
const sandboxConsent = async (url: string): Promise<string> =>
  (await fetch(url, { redirect: 'manual' })).headers.get('location') ?? url;

/** The secrets of simulated platforms are those of the service that has them. */
const simulatedApps = ({ DATA_DIR: dataDir = '.data' }: Environment) =>
  readSandboxApps(dataDir).catch(() => {
    throw new UsageError('--sandbox needs the DATA_DIR of the service in test mode, which has its sandbox-apps.json');
  });

/** The whole command. Answers its exit code: 0, or 1 where a step failed or something remains. */
export const rehearseCommand = async (args: readonly string[], env: Environment, io: Io): Promise<number> => {
  const { values } = readArguments(args, options);
  const platform = platformOf(values.platform);
  if (values.help) {
    io.print(platform ? helpOf(platform) : `${usage}\n\n${platforms.map(helpOf).join('\n\n')}`);
    return 0;
  }
  if (!platform) throw new UsageError('which platform?');
  const { sandbox } = values;
  const waitMs = secondsOf(values.wait) * 1000;
  const config = sandbox === undefined ? configFrom(env) : undefined;
  const agent = new Agent();
  const recorder = new Recorder(fetchBy(agent));
  recorder.hide(Object.entries(env).flatMap(([name, value]) => (/TOKEN|SECRET|PASSWORD/.test(name) ? [value] : [])));
  const tools = {
    http: platformHttp({ fetch: recorder.fetch }),
    hosts: sandbox === undefined ? realHosts(config?.platformAddresses) : sandboxHosts(sandbox.replace(/\/+$/, '')),
    apps: sandbox === undefined ? (config?.platformApps ?? {}) : await simulatedApps(env),
  };
  recorder.hide(Object.values(tools.apps).map((app) => app?.clientSecret));
  const adapter = platformAdapters(tools).get(platform);
  if (!adapter) throw new UsageError(`there is no adapter of ${platform}`);
  const { name } = platformRules[platform];
  try {
    const { steps, remains } = await rehearse({
      platform,
      adapter,
      recorder,
      waitMs,
      env: sandbox === undefined ? env : { REHEARSE_REDIRECT_URI: 'https://rehearsal.example.com/back', ...env },
      isSandbox: sandbox !== undefined,
      consent:
        sandbox === undefined
          ? (url) => io.ask(`Open ${url}\nand paste the whole address that ${name} sends you to: `)
          : sandboxConsent,
      onStep: ({ step, outcome, detail }) => io.print(`${outcome.padEnd(9)} ${step}: ${detail}`),
      onWaiting:
        io.onWaiting ??
        ((post) => {
          if (waitMs > 0) io.print(`waiting   write a comment on ${post.url ?? post.nativeId} now`);
        }),
      clock: io.clock ?? realTime,
      signal: io.signal,
    });
    const file = values.out ?? `rehearsal-${platform.toLowerCase()}.json`;
    await writeFile(file, recorder.written({ platform, at: new Date().toISOString(), steps, remains }), {
      mode: 0o600,
    });
    io.print(`Requests and answers without secrets: ${file}`);
    for (const { url, nativeId } of remains) io.print(`Remains on ${name}, remove it by hand: ${url ?? nativeId}`);
    return steps.some(({ outcome }) => outcome === 'failed') || steps[0]?.outcome !== 'done' ? 1 : 0;
  } finally {
    await agent.close();
  }
};
