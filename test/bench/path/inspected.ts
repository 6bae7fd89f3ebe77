import { once } from 'node:events';
import type { Profiler } from 'node:inspector';
import { WebSocket } from 'undici';
import type { ServiceProcess } from '../../support/service-process.ts';
import { until } from '../../support/until.ts';

/** What lets a process be inspected at a free port once it gets SIGUSR1. */
export const inspectable = { NODE_OPTIONS: '--inspect-port=127.0.0.1:0' };

type Reply = Readonly<{ id?: number; result?: unknown; error?: Readonly<{ message: string }> }>;

/** The inspector of the service's own process, over the protocol of V8's inspector. */
export type Inspector = Readonly<{
  /** How often each function ran while the task did. Code runs slower meanwhile. */
  counted(task: () => Promise<void>): Promise<readonly Profiler.ScriptCoverage[]>;
  /** Where the samples of the task's time fall. */
  profiled(task: () => Promise<void>): Promise<Profiler.Profile>;
  close(): void;
}>;

const microsecondsASample = 500;

export const inspect = async (service: ServiceProcess): Promise<Inspector> => {
  process.kill(service.pid, 'SIGUSR1');
  const address = (): string | undefined => /Debugger listening on (ws:\S+)/.exec(service.output)?.[1];
  await until('the inspector listens', () => address() !== undefined);
  const socket = new WebSocket(address() ?? '');
  await once(socket, 'open');
  const waiting = new Map<number, (reply: Reply) => void>();
  socket.addEventListener('message', ({ data }) => {
    const reply = JSON.parse(String(data)) as Reply;
    if (reply.id !== undefined) waiting.get(reply.id)?.(reply);
  });
  let last = 0;
  const ask = async <Result>(method: string, params: object = {}): Promise<Result> => {
    const id = ++last;
    const reply = new Promise<Reply>((resolve) => waiting.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params }));
    const { result, error } = await reply;
    waiting.delete(id);
    if (error) throw new Error(`${method}: ${error.message}`);
    return result as Result;
  };
  await ask('Profiler.enable');
  await ask('Profiler.setSamplingInterval', { interval: microsecondsASample });
  return {
    counted: async (task) => {
      await ask('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
      await task();
      const { result } = await ask<Profiler.TakePreciseCoverageReturnType>('Profiler.takePreciseCoverage');
      await ask('Profiler.stopPreciseCoverage');
      return result;
    },
    profiled: async (task) => {
      await ask('Profiler.start');
      await task();
      return (await ask<Profiler.StopReturnType>('Profiler.stop')).profile;
    },
    close: () => socket.close(),
  };
};
