import type { Answer } from '../../../support/edge.ts';
import type { RunningService } from '../../../support/running-service.ts';
import { until } from '../../../support/until.ts';
import { inhabit, type Inhabited } from '../endpoints/inhabited.ts';

export type Body = Answer['body'];

/** An inhabited workspace that examples are recorded in. */
export type Home = Inhabited &
  Readonly<{
    userId: string;
    accounts: Readonly<Record<string, string>>;
    ask(token: string, line: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
    /** By the key of the workspace; the answer must be a success. */
    made(line: string, body?: unknown, token?: string): Promise<Body>;
    /** Asks until the answer is as wanted. */
    awaited(line: string, holds: (body: Body) => boolean, token?: string): Promise<Body>;
    service: RunningService;
  }>;

export const homeIn = async (service: RunningService): Promise<Home> => {
  const inhabited = await inhabit(service);
  const made = async (line: string, body?: unknown, token = inhabited.apiKey): Promise<Body> => {
    const answer = await service.ask(token, line, body);
    if (answer.status >= 300) throw new Error(`${line}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const awaited: Home['awaited'] = async (line, holds, token) => {
    let last: Body = {};
    await until(`${line} is as wanted`, async () => holds((last = await made(line, undefined, token))), 60_000);
    return last;
  };
  return { ...(inhabited as Inhabited & Pick<Home, 'userId' | 'accounts'>), ask: service.ask, made, awaited, service };
};
