import { compileRoutes } from '../../../../infra/edge/http/route.ts';
import { openApiDocument } from '../../../../infra/edge/http/openapi/document.ts';
import { sandboxEndpoints } from '../../../../infra/test-mode/api/sandbox-endpoints.ts';
import { everyRead, everyWrite } from './every-endpoint.ts';

/** The OpenAPI document of every endpoint, test mode's own included. */
export const wholeDocument = (version = '0.0.0') => {
  const sandbox = sandboxEndpoints({} as never);
  const routes = compileRoutes([...everyWrite, ...sandbox.writes], [...everyRead, ...sandbox.reads]);
  return openApiDocument(routes, { version });
};
