import { expect } from 'chai';
import { stoppable } from '../../../infra/composition/stoppable.ts';
import { createLogger } from '../../../infra/telemetry/logger.ts';

describe('stopping', () => {
  it('ends the last part first, and continues after one that fails or never stops', async () => {
    const stopped: string[] = [];
    const parts = stoppable(createLogger('silent'), 20);
    parts.add('stores', async () => void stopped.push('stores'));
    parts.add('stuck', () => new Promise(() => undefined));
    parts.add('broken', async () => {
      stopped.push('broken');
      throw new Error('it was broken already');
    });
    parts.add('http', async () => void stopped.push('http'));
    await parts.stop();
    expect(stopped).to.deep.equal(['http', 'broken', 'stores']);
  });
});
