import { handleUncaughtErrors } from '../../../infra/composition/uncaught-errors.ts';
import { createLogger } from '../../../infra/telemetry/logger.ts';
import { startEdge } from '../../support/edge.ts';

handleUncaughtErrors(createLogger('silent'));
const fail = (): never => {
  throw new Error('nothing catches this');
};
const edge = await startEdge({
  pages: {
    '/throws': () => void setTimeout(fail, 1),
    '/rejects': () => void Promise.resolve().then(fail),
    '/throws-and-answers': (_req, res) => {
      setTimeout(fail, 1);
      setTimeout(() => res.end('answered'), 200);
    },
    '/answers-and-throws': (_req, res) => {
      res.end('answered');
      setTimeout(fail, 1);
    },
  },
});
process.stdout.write(`${edge.port}\n`);
