import { z } from 'zod';
import type { ZodOpenApiOperationObject } from 'zod-openapi';
import { Id } from '../../../../read-api/contract/fields.ts';
import type { Route } from '../route.ts';
import { errorResponses } from './refusals.ts';
import { sharedParameters, successHeaders } from './shared-parts.ts';
import { tagOf } from './tags.ts';

/** The object schema that a client fills in; of a schema with a transform, its input. */
const objectOf = (schema: z.ZodType): z.ZodObject | undefined => {
  if (schema instanceof z.ZodObject) return schema;
  return schema instanceof z.ZodPipe && schema.def.in instanceof z.ZodType ? objectOf(schema.def.in) : undefined;
};

const pathParameters = ({ endpoint, path }: Route): z.ZodObject | undefined => {
  if (endpoint.params) return objectOf(endpoint.params);
  const names = [...path.matchAll(/:([A-Za-z]+)/g)].map(([, name = '']) => name);
  return names.length === 0 ? undefined : z.object(Object.fromEntries(names.map((name) => [name, Id])));
};

const scopeOf = ({ required }: Route): Record<string, unknown> => {
  if (required.kind === 'scope') return { 'x-required-scope': required.scope };
  return required.kind === 'public' ? {} : { 'x-required-access': required.kind };
};

/** A stream is documented as text, or as bytes where its media type is not text. */
const streamedContent = (types: readonly string[], example: string | undefined) => {
  const isText = (type: string): boolean => type.startsWith('text/') || type.endsWith('json');
  return Object.fromEntries(
    types.map((type, index) => [
      type,
      {
        schema: { type: 'string' as const, ...(!isText(type) && { format: 'binary' }) },
        ...(index === 0 && example !== undefined && { example }),
      },
    ]),
  );
};

/** What the document says of a route. */
export const operationOf = (route: Route): ZodOpenApiOperationObject => {
  const { endpoint } = route;
  const path = pathParameters(route);
  const query = endpoint.query && objectOf(endpoint.query);
  const status = endpoint.status ?? (endpoint.reply ? 200 : 204);
  return {
    operationId: endpoint.id,
    summary: endpoint.summary,
    ...(endpoint.description ? { description: endpoint.description } : {}),
    tags: [tagOf(endpoint.path)],
    ...scopeOf(route),
    ...(route.isPublic ? { security: [] } : {}),
    requestParams: { ...(path ? { path } : {}), ...(query ? { query } : {}) },
    parameters: sharedParameters(route),
    ...(endpoint.body
      ? {
          requestBody: {
            required: !endpoint.body.safeParse({}).success,
            content: {
              'application/json': { schema: endpoint.body },
              ...(endpoint.textBody
                ? {
                    [endpoint.textBody.type]: {
                      schema: { type: 'string' as const },
                      example: endpoint.textBody.example,
                    },
                  }
                : {}),
            },
          },
        }
      : {}),
    responses: {
      [String(status)]: {
        description: 'Success',
        headers: successHeaders(route),
        ...(endpoint.reply ? { content: { 'application/json': { schema: endpoint.reply } } } : {}),
        ...(endpoint.streams ? { content: streamedContent(endpoint.streams, endpoint.streamExample) } : {}),
      },
      ...errorResponses(route),
    },
  };
};
