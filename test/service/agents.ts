import { launched } from '@social-publishing/child-process';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { expect } from 'chai';
import type { useRunningService } from '../support/running-service.ts';

/** Clients of the tools of a running service, as a host of agents makes them. They close after each test. */
export const useAgents = (service: ReturnType<typeof useRunningService>) => {
  const opened: Client[] = [];
  afterEach(async () => {
    for (const client of opened.splice(0)) await client.close();
  });

  const connected = async (transport: unknown): Promise<Client> => {
    const client = new Client({ name: 'test', version: '1' });
    opened.push(client);
    await client.connect(transport as Transport);
    return client;
  };
  const address = (): URL => new URL('/mcp', service().demo.baseUrl);
  const overHttp = (token: string, workspaceId?: string): Promise<Client> =>
    connected(
      new StreamableHTTPClientTransport(address(), {
        requestInit: {
          headers: { authorization: `Bearer ${token}`, ...(workspaceId && { 'x-workspace-id': workspaceId }) },
        },
      }),
    );
  const overStdio = (env: Record<string, string>): Promise<Client> =>
    connected(
      new StdioClientTransport({
        command: process.execPath,
        args: [...launched('infra/cli/mcp.ts')],
        env: { PATH: process.env['PATH'] ?? '', ...env },
      }),
    );

  const call = async (client: Client, name: string, given: Record<string, unknown> = {}) => {
    const { structuredContent, isError, content } = await client.callTool({ name, arguments: given });
    const [first, second] = content as { type: string; text: string }[];
    if (isError !== true) {
      expect(JSON.parse(first?.text ?? '')).to.deep.equal(structuredContent);
      // oxlint-disable-next-line typescript/no-explicit-any -- JSON of a tool, looked into by tests
      return { isError: false, reported: structuredContent as any };
    }
    const [, code, message] = /^([A-Z_]+): (.+)$/s.exec(first?.text ?? '') ?? [];
    const { details } = second === undefined ? {} : JSON.parse(second.text);
    return { isError: true, reported: { code, message, details } };
  };
  const refusalOf = async (client: Client, name: string, given: Record<string, unknown> = {}) => {
    const { isError, reported } = await call(client, name, given);
    expect(isError).to.equal(true);
    return reported;
  };
  const namesOf = async (client: Client): Promise<readonly string[]> =>
    (await client.listTools()).tools.map(({ name }) => name);
  return { overHttp, overStdio, call, refusalOf, namesOf };
};
