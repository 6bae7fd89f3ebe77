/**
 * What these nodes use of n8n, by its shape. n8n's own packages have a licence that is not permissive, so they are neither
 * shipped nor needed to build.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';

export type Json = Readonly<Record<string, unknown>>;

export type Choice = Readonly<{ name: string; value: string; description?: string; action?: string }>;

/** A field that the person who edits a workflow fills in. */
export type Field = Readonly<{
  displayName: string;
  name: string;
  type: 'string' | 'number' | 'boolean' | 'dateTime' | 'json' | 'options' | 'multiOptions' | 'collection';
  default: unknown;
  description?: string;
  placeholder?: string;
  hint?: string;
  required?: boolean;
  noDataExpression?: boolean;
  options?: readonly (Choice | Field)[];
  typeOptions?: Json;
  displayOptions?: Readonly<{ show: Readonly<Record<string, readonly unknown[]>> }>;
}>;

export type NodeDescription = Readonly<{
  displayName: string;
  name: string;
  icon: string;
  group: readonly string[];
  version: number;
  subtitle?: string;
  description: string;
  defaults: Readonly<{ name: string }>;
  inputs: readonly string[];
  outputs: readonly string[];
  usableAsTool?: boolean;
  credentials: readonly Readonly<{ name: string; required: boolean }>[];
  webhooks?: readonly Json[];
  properties: readonly Field[];
}>;

/** One item of what flows from node to node. */
export type Item = Readonly<{ json: Json; binary?: Json; pairedItem?: Readonly<{ item: number }> }>;

export type HttpRequest = Readonly<{
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  url: string;
  qs?: Json;
  headers?: Readonly<Record<string, string>>;
  body?: unknown;
  json?: boolean;
  timeout?: number;
  returnFullResponse: true;
  ignoreHttpStatusErrors: true;
}>;

export type HttpAnswer = Readonly<{ statusCode: number; headers: Readonly<Record<string, unknown>>; body: unknown }>;

/** What every function of a node can ask n8n for. */
export type Context = {
  getCredentials(name: string): Promise<Json>;
  getNode(): Readonly<{ id: string; name: string }>;
  readonly helpers: {
    httpRequest(request: HttpRequest): Promise<HttpAnswer>;
    /** Its `this` is the context. */
    httpRequestWithAuthentication(this: Context, credential: string, request: HttpRequest): Promise<HttpAnswer>;
  };
};

export type ExecuteContext = Context & {
  getInputData(): readonly Item[];
  getNodeParameter(name: string, item: number, fallback?: unknown): unknown;
  continueOnFail(): boolean;
  getExecutionId(): string;
  getInstanceId(): string;
  getTimezone(): string;
  getWorkflow(): Readonly<{ id?: string }>;
  getWorkflowDataProxy(item: number): Readonly<{ $runIndex: number }>;
  readonly helpers: Context['helpers'] & {
    assertBinaryData(item: number, property: string): Readonly<{ fileName?: string; mimeType: string }>;
    getBinaryDataBuffer(item: number, property: string): Promise<Buffer>;
  };
};

/** When a workflow is activated and deactivated. `getWorkflowStaticData` is kept with the workflow. */
export type HookContext = Context & {
  getNodeWebhookUrl(name: string): string | undefined;
  getNodeParameter(name: string, fallback?: unknown): unknown;
  getWorkflow(): Readonly<{ name?: string }>;
  getWorkflowStaticData(kind: 'node'): Record<string, unknown>;
};

export type WebhookContext = Context & {
  getWorkflowStaticData(kind: 'node'): Record<string, unknown>;
  getRequestObject(): IncomingMessage & { rawBody?: Buffer; readRawBody?: () => Promise<void> };
  getResponseObject(): ServerResponse;
};

export type WebhookOutcome = Readonly<{ workflowData?: readonly (readonly Item[])[]; noWebhookResponse?: true }>;
