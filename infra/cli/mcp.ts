import { restAt, toolServer } from '@social-publishing/agent-tools';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { serviceAccessFrom } from './service-access.ts';

// Standard output belongs to the protocol. Messages for people go to standard error.
try {
  const { origin, key } = await serviceAccessFrom(process.env);
  // #region tools
  const server = toolServer(restAt({ origin, authorization: `Bearer ${key}` }));
  await server.connect(new StdioServerTransport());
  // #endregion
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
