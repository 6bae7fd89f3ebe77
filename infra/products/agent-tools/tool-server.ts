import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
  type CallToolResult,
  type Tool as ToolListed,
} from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import type { RestAnswer, RestClient } from './rest-client.ts';
import type { Tool } from './tool.ts';
import { tools } from './tools.ts';

const listed = ({ name, title, description, readOnly, input }: Tool): ToolListed => ({
  name,
  title,
  description,
  inputSchema: z.toJSONSchema(input, { io: 'input' }) as ToolListed['inputSchema'],
  annotations: { readOnlyHint: readOnly, destructiveHint: false },
});

/**
 * The API's answer as a tool's result: its body, or its error with the same code as for every other
 * client.
 */
const resultOf = ({ status, body }: RestAnswer): CallToolResult => {
  const failed = status >= 400;
  const result = failed ? { error: body['error'], status } : body;
  return { content: [{ type: 'text', text: JSON.stringify(result) }], structuredContent: result, isError: failed };
};

/** The agents' tools over one caller's access to the API. It keeps no state between requests. */
export const toolServer = (rest: RestClient): Server => {
  const server = new Server(
    { name: 'social-publishing-service', version: '1.0.0' },
    {
      capabilities: { tools: {} },
      instructions:
        'Publishes to social platforms. list_accounts gives the accounts, validate_content checks a text, create_post ' +
        'drafts or schedules it, get_post tells what became of it, retry_post tries failed platforms again. ' +
        'list_approvals gives the posts that wait for an approval, approve and reject decide their steps. ' +
        'list_comments, reply_to_comment and list_contacts are for what other people write. ' +
        'generate_post writes a text, suggest_time says when to post it, get_analytics what posts and accounts brought.',
    },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools.map(listed) }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const called = tools.find(({ name }) => name === params.name);
    if (!called) throw new McpError(ErrorCode.InvalidParams, `There is no tool ${params.name}`);
    return resultOf(await called.call(params.arguments ?? {}, rest));
  });
  return server;
};
