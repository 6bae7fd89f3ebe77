/** Where the tools are served. */
export const mcpPath = '/mcp';
