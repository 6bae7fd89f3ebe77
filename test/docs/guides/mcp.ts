import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';

const origin = process.env['SOCIAL_URL']!;
const key = process.env['SOCIAL_KEY']!;

// #region connect
const client = new Client({ name: 'my-agent', version: '1.0.0' });
const headers = { authorization: `Bearer ${key}` };
const transport = new StreamableHTTPClientTransport(new URL('/mcp', origin), { requestInit: { headers } });
await client.connect(transport as Transport);
// #endregion

// #region tools
const { tools } = await client.listTools();
console.log(tools.filter(({ annotations }) => annotations?.openWorldHint).map(({ name }) => name));
// #endregion

// #region post
const call = async (name: string, given: Record<string, unknown>) => {
  const { isError, content, structuredContent } = await client.callTool({ name, arguments: given });
  if (isError) throw new Error((content as { text: string }[])[0]!.text);
  return structuredContent as { id: string; status: string; accounts: { id: string }[] };
};
const { accounts } = await call('list_accounts', { platform: 'MASTODON' });
const accountIds = accounts.map(({ id }) => id);
const post = await call('create_post', { content: 'Written by an agent', accountIds, idempotencyKey: 'agent-1' });
const live = await call('publish_post', { postId: post.id, wait: true });
console.log(post.status, live.status);
// #endregion

// #region refusal
try {
  await call('edit_post', { postId: post.id, content: 'Another text' });
} catch (error) {
  console.log((error as Error).message.split(':')[0]);
}
// #endregion

// #region metadata
const unauthorized = await fetch(new URL('/mcp', origin), { method: 'POST' });
const [, metadata] = /resource_metadata="([^"]+)"/.exec(unauthorized.headers.get('www-authenticate') ?? '') ?? [];
const { authorization_servers: issuers } = (await (await fetch(metadata!)).json()) as {
  authorization_servers: string[];
};
console.log(unauthorized.status, issuers.length);
// #endregion

await client.close();
