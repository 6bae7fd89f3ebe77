import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type {
  ExecuteContext,
  HookContext,
  HttpAnswer,
  HttpRequest,
  Item,
  NodeDescription,
  WebhookContext,
  WebhookOutcome,
} from '../../../../infra/products/n8n-node/n8n.ts';

type Credential = Readonly<{
  name: string;
  authenticate: Readonly<{ properties: Readonly<{ headers: Readonly<Record<string, string>> }> }>;
}>;
type Hook = (this: HookContext) => Promise<boolean>;
export type ActionNode = Readonly<{
  description: NodeDescription;
  methods: { loadOptions: { accounts(this: ExecuteContext): Promise<readonly { name: string; value: string }[]> } };
  execute(this: ExecuteContext): Promise<readonly (readonly Item[])[]>;
}>;
export type TriggerNode = Readonly<{
  description: NodeDescription;
  webhookMethods: { default: Readonly<Record<'checkExists' | 'create' | 'delete', Hook>> };
  webhook(this: WebhookContext): Promise<WebhookOutcome>;
}>;

/** Finds a class by the name of its file in what `n8n` of package.json lists, as n8n does. */
export const loadPackage = (folder: string) => {
  const load = createRequire(path.join(folder, 'package.json'));
  const { n8n } = load('./package.json') as { n8n: { nodes: string[]; credentials: string[] } };
  const made = (file: string): unknown => {
    const [name = ''] = path.basename(file).split('.');
    const Class = (load(`./${file}`) as Record<string, new () => unknown>)[name];
    if (!Class) throw new Error(`${file} exports no ${name}`);
    return new Class();
  };
  const [actions, trigger] = n8n.nodes.map(made) as [ActionNode, TriggerNode];
  const [credential] = n8n.credentials.map(made) as [Credential];
  return { actions, trigger, credential };
};

export type Loaded = ReturnType<typeof loadPackage>;

/** `={{$credentials.name}}` of a credential's headers. */
const filledIn = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replace(/^=/, '').replaceAll(/\{\{\$credentials\.(\w+)\}\}/g, (_, name: string) => values[name] ?? '');

const send = async ({ method, url, qs = {}, headers = {}, body }: HttpRequest): Promise<HttpAnswer> => {
  const address = new URL(url);
  for (const [name, value] of Object.entries(qs)) address.searchParams.set(name, String(value));
  const isJson = body !== undefined && !Buffer.isBuffer(body);
  const response = await fetch(address, {
    method,
    headers: { ...headers, ...(isJson && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: isJson ? JSON.stringify(body) : new Uint8Array(body as Buffer) }),
  });
  const text = await response.text();
  const type = response.headers.get('content-type') ?? '';
  return {
    statusCode: response.status,
    headers: Object.fromEntries(response.headers),
    body: type.startsWith('application/json') ? JSON.parse(text) : text,
  };
};

export type Run = Readonly<{
  parameters: Readonly<Record<string, unknown>>;
  /** One item without content by default. */
  items?: readonly Item[];
  continueOnFail?: boolean;
  /** Another one by default. */
  executionId?: string;
  files?: Readonly<Record<string, Readonly<{ fileName?: string; mimeType: string; bytes: Buffer }>>>;
  timezone?: string;
}>;

/** A stand-in for n8n: its helpers send real requests, its parameters are those of the test. */
export const n8nWith = (
  { credential }: Loaded,
  credentials: Readonly<{ baseUrl: string; apiKey: string }>,
  webhookUrl = '',
) => {
  /** Every request, in its order. */
  const sent: HttpRequest[] = [];
  const record = (request: HttpRequest): Promise<HttpAnswer> => {
    sent.push(request);
    return send(request);
  };
  const kept: Record<string, unknown> = {};
  const shared = {
    getCredentials: async () => credentials,
    getNode: () => ({ id: 'b8f2b4f0-6a5c-4c50-9a42-2f4f7c8c9d10', name: 'Social Publishing' }),
    getWorkflow: () => ({ id: 'wXyZ', name: 'Announce' }),
    getWorkflowStaticData: () => kept,
    helpers: {
      httpRequest: record,
      httpRequestWithAuthentication: (name: string, request: HttpRequest) => {
        if (name !== credential.name) throw new Error(`No credential ${name}`);
        const own = Object.entries(credential.authenticate.properties.headers).map(([header, template]) => [
          header,
          filledIn(template, credentials),
        ]);
        return record({ ...request, headers: { ...request.headers, ...Object.fromEntries(own) } });
      },
    },
  };
  const executing = ({ parameters, items = [{ json: {} }], files = {}, ...run }: Run): ExecuteContext => ({
    ...shared,
    getInputData: () => items,
    getNodeParameter: (name, item, fallback) => {
      const value = parameters[name];
      return (typeof value === 'function' ? (value as (at: number) => unknown)(item) : value) ?? fallback;
    },
    continueOnFail: () => run.continueOnFail ?? false,
    getExecutionId: () => run.executionId ?? randomUUID(),
    getInstanceId: () => 'instance',
    getTimezone: () => run.timezone ?? 'UTC',
    getWorkflowDataProxy: () => ({ $runIndex: 0 }),
    helpers: {
      ...shared.helpers,
      assertBinaryData: (_item, property) => {
        const file = files[property];
        if (!file)
          throw new Error(`This operation expects the node's input data to contain a binary file '${property}'`);
        return file;
      },
      getBinaryDataBuffer: async (_item, property) => files[property]?.bytes ?? Buffer.alloc(0),
    },
  });
  const activating = (events: readonly string[]): HookContext => ({
    ...shared,
    getNodeWebhookUrl: () => webhookUrl,
    getNodeParameter: (name, fallback) => (name === 'events' ? events : fallback),
  });
  const receiving = (incoming: IncomingMessage, rawBody: Buffer, outgoing: ServerResponse): WebhookContext => ({
    ...shared,
    getRequestObject: () => Object.assign(incoming, { rawBody }),
    getResponseObject: () => outgoing,
  });
  return { sent, kept, executing, activating, receiving };
};
