import { expect } from 'chai';
import type { Answer } from '../../support/edge.ts';
import { useRunningService, type TestWorkspace } from '../../support/running-service.ts';
import { until } from '../../support/until.ts';

type Body = Answer['body'];

const dayS = 86_400;

/** What a refusal says: its status and its code, as in `403 FORBIDDEN`. */
const refusal = ({ status, body }: Answer): string => `${status} ${body['error']?.code ?? 'accepted'}`;

/** A person or a program of a story, who asks the running service with a credential of their own. */
export type Actor = Readonly<{
  id: string;
  /** A request that is accepted. */
  does(line: string, body?: unknown): Promise<Body>;
  /** A request that is refused, and how. */
  tries(line: string, body?: unknown): Promise<string>;
  /** Reads until it is as wanted. */
  sees(line: string, holds: (body: Body) => boolean): Promise<Body>;
}>;

type Mail = Readonly<{ subject: string; text: string }>;

type Entry = Readonly<{ type: string; actor: { kind: string; id: string } }>;

/** The words of stories: a workspace, the people in it, the days that pass, mails and the history. */
export const useCast = () => {
  const service = useRunningService();

  const actor = (id: string, token: string, workspaceId: string): Actor => {
    const ask = (line: string, body?: unknown): Promise<Answer> =>
      service().ask(token, line, body, { 'x-workspace-id': workspaceId });
    const does = async (line: string, body?: unknown): Promise<Body> => {
      const answer = await ask(line, body);
      expect(answer.status, `${line} ${JSON.stringify(answer.body)}`).to.be.within(200, 299);
      return answer.body;
    };
    return {
      id,
      does,
      tries: async (line, body) => refusal(await ask(line, body)),
      sees: async (line, holds) => {
        let last: Body = {};
        await until(`${line} is as wanted`, async () => holds((last = await does(line))), 20_000);
        return last;
      },
    };
  };

  /** A workspace with its owner. `robot`: its wildcard key, by which the test reads. */
  const found = async (plan: Parameters<ReturnType<typeof service>['workspace']>[0] = 'agency') => {
    const of: TestWorkspace = await service().workspace(plan);
    const { workspaceId } = of;
    const entries = async (): Promise<readonly Entry[]> =>
      (await of.send('GET /audit-logs?limit=100')).body['data'] as Entry[];
    return {
      workspaceId,
      accounts: of.accounts,
      at: `/workspaces/${workspaceId}`,
      owner: actor(of.userId, of.sessionToken, workspaceId),
      robot: actor('', of.apiKey, workspaceId),
      /** A new person in a role of the workspace. */
      joins: async (role: 'ADMIN' | 'MEMBER' | 'EDITOR' | 'VIEWER'): Promise<Actor> => {
        const { userId, sessionToken } = (await of.send('POST /sandbox/members', { role })).body;
        return actor(String(userId), String(sessionToken), workspaceId);
      },
      /** A program with a key that the owner makes. */
      program: async (wanted: object): Promise<Actor & Readonly<{ token: string }>> => {
        const { data } = (await of.byOwner(`POST /workspaces/${workspaceId}/api-keys`, wanted)).body;
        const { id, key } = data as { id: string; key: string };
        return { ...actor(id, key, workspaceId), token: key };
      },
      /** A person with a session who is no member of this workspace. */
      stranger: async (): Promise<Actor> => {
        const elsewhere = await service().workspace('free', false);
        return actor(elsewhere.userId, elsewhere.sessionToken, workspaceId);
      },
      pass: async (days: number): Promise<void> => {
        expect((await of.advance(days * dayS)).status).to.equal(200);
      },
      in: async (days: number): Promise<string> => new Date((await of.now()) + days * dayS * 1000).toISOString(),
      /** The first mail about this, once there is one: the clock does not wait for all that follows from its move. */
      mail: async (about: RegExp): Promise<Mail> => {
        let found: Mail | undefined;
        await until(
          `a mail says ${String(about)}`,
          async () => {
            const { emails } = (await of.send('GET /sandbox/emails')).body as { emails: readonly Mail[] };
            found = emails.find(({ subject }) => about.test(subject));
            return found !== undefined;
          },
          20_000,
        );
        return found as unknown as Mail;
      },
      /** What a person did, the oldest first, as the audit log has it. */
      history: async ({ id }: Pick<Actor, 'id'>): Promise<readonly string[]> =>
        (await entries())
          .filter(({ actor: { id: of } }) => of === id)
          .map(({ type }) => type)
          .reverse(),
    };
  };
  return { found, service };
};

export type Story = Awaited<ReturnType<ReturnType<typeof useCast>['found']>>;

/** The text of a post on one account of the workspace, as a draft unless it says otherwise. */
export const draft = ({ accounts }: Pick<Story, 'accounts'>, content: string, more: object = {}) => ({
  content,
  accountIds: [accounts['MASTODON']],
  saveAsDraft: true,
  ...more,
});
