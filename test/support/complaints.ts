import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

const own = '"#/components/';
const document = 'document';

/**
 * Says what is wrong with a value by a schema of an OpenAPI or AsyncAPI document; nothing where it fits. Each component is compiled
 * once, however many schemas refer to it.
 */
export const complaintsBy = ({ components }: Readonly<{ components: object }>) => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema({ $id: document, components });
  return (schema: object, value: unknown): string => {
    const referring = JSON.parse(JSON.stringify(schema).replaceAll(own, `"${document}#/components/`)) as object;
    return ajv.validate(referring, value) ? '' : ajv.errorsText(ajv.errors?.slice(0, 3));
  };
};
