import { createDocument, type ZodOpenApiOperationObject } from 'zod-openapi';
import type { Route } from '../route.ts';
import { describeParameters, describeProperty } from './describe.ts';
import { withExamples } from './examples.ts';
import { operationOf } from './operation.ts';
import { platformSchemas } from './platform-schemas.ts';
import { plainSchema } from './plain-schema.ts';
import { changeSchemas } from './schema-walk.ts';
import { refusalComponents } from './refusals.ts';
import { headers, parameters } from './shared-parts.ts';
import { tagsOf } from './tags.ts';
import { withoutUnusedSchemas } from './used-components.ts';
import { webhooks } from './webhooks.ts';

type About = Readonly<{
  version: string;
  /** The address that the service is reached at; a variable of the document where it is not known. */
  publicUrl?: string | undefined;
}>;

const serversOf = ({ publicUrl }: About) =>
  publicUrl === undefined
    ? [
        {
          url: '{baseUrl}',
          description: 'The installation',
          variables: { baseUrl: { default: 'http://localhost:3000', description: 'Where the service is reached' } },
        },
      ]
    : [{ url: publicUrl, description: 'This installation' }];

/** The OpenAPI 3.1 document of everything that is mounted. Paths carry their `/v1`. */
export const openApiDocument = (routes: readonly Route[], about: About) => {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const route of routes) {
    const path = route.path.replace(/:([A-Za-z]+)/g, '{$1}');
    (paths[path] ??= {})[route.method.toLowerCase()] = operationOf(route);
  }
  const document = createDocument({
    openapi: '3.1.0',
    info: {
      title: 'Social Publishing Service',
      version: about.version,
      description: 'Creates, schedules and publishes posts to fifteen social platforms.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: serversOf(about),
    security: [{ bearer: [] }],
    ...tagsOf(routes.map(({ path }) => path)),
    paths,
    // They are about the endpoints that these routes register.
    ...('/v1/webhooks' in paths && { webhooks }),
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'An API key (svc_live_…, svc_test_…) or a session JWT' },
      },
      headers,
      parameters,
      schemas: platformSchemas,
      responses: refusalComponents(routes),
    },
  });
  const plain = changeSchemas(document, (schema, place) => describeProperty(plainSchema(schema, place), place));
  return withoutUnusedSchemas(withExamples(describeParameters(plain)));
};
