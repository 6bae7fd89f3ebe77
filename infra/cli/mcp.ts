import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { restAt } from '../products/agent-tools/rest-client.ts';
import { toolServer } from '../products/agent-tools/tool-server.ts';
import { serviceAccessFrom } from './service-access.ts';

// Standard output belongs to the protocol. Messages for people go to standard error.
try {
  const { origin, key } = await serviceAccessFrom(process.env);
  const server = toolServer(restAt({ origin, authorization: `Bearer ${key}` }));
  await server.connect(new StdioServerTransport());
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
