import { Refusal } from '../api.ts';
import { answers, useAsked, type Asked } from '../asked.ts';
import { Unanswered } from '../unanswered.ts';
import type { Components, JsonSchema } from './json-schema.ts';

type Operation = Readonly<{
  requestBody?: Readonly<{ content: Readonly<Record<string, Readonly<{ schema: JsonSchema }>>> }>;
}>;
type OpenApi = Readonly<{
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  components: Readonly<{ schemas: Components }>;
}>;

/** The requests of the service that runs, which a form is drawn from. */
export class ServedSchemas {
  readonly #document: OpenApi;

  constructor(document: OpenApi) {
    this.#document = document;
  }

  get components(): Components {
    return this.#document.components.schemas;
  }

  named(name: string): JsonSchema {
    return { $ref: `#/components/schemas/${name}` };
  }

  bodyOf(method: 'post' | 'put' | 'patch', path: string): JsonSchema {
    const body = this.#document.paths[path]?.[method]?.requestBody?.content['application/json'];
    if (body === undefined) throw new Error(`${method} ${path} takes no JSON`);
    return body.schema;
  }
}

const fetched = async (): Promise<ServedSchemas> => {
  const response = await fetch('/v1/openapi.json').catch(() => {
    throw new Unanswered();
  });
  if (!response.ok) throw new Refusal(response, `The service answered ${response.status} for its description`);
  return new ServedSchemas((await response.json()) as OpenApi);
};

// The description changes only when the service does, and the page is loaded again then.
answers.setQueryDefaults(['schemas'], { staleTime: Infinity, gcTime: Infinity });

export const useServedSchemas = (): Asked<ServedSchemas> => useAsked('schemas', fetched);
