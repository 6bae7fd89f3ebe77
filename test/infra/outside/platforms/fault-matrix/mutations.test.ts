import { expect } from 'chai';
import { PlatformError } from '../../../../../domain/platforms/platform-error.ts';
import type { Publisher } from '../../../../../domain/platforms/publisher.ts';
import type { PlatformAdapter } from '../../../../../infra/outside/platforms/adapter.ts';
import { calmly, cellOf } from './cell.ts';
import { scenarios } from './scenarios.ts';
import type { Phase } from './stage.ts';
import { isVisible } from './verdict.ts';
import { nativeAnswers, type WireFault } from './wire-faults.ts';

const platform = 'GOOGLE_BUSINESS';

/**
 * The matrix's verdict on a wrong publisher where its first visible call, or its first delete,
 * meets a fault.
 */
const problemsOf = async (
  fault: WireFault,
  change: (publisher: Publisher) => Partial<Publisher>,
  phase: Phase = 'publish',
): Promise<string> => {
  const [scenario] = scenarios[platform];
  if (!scenario) throw new Error('there is nothing to publish');
  const calm = await calmly(platform, scenario);
  const row = calm.played.calls.find((call) => call.phase === phase && isVisible(call));
  if (!row) throw new Error('nothing changed');
  const changed = (adapter: PlatformAdapter): PlatformAdapter => ({
    ...adapter,
    publisher: { ...adapter.publisher, ...change(adapter.publisher) },
  });
  const { problems } = await cellOf(platform, calm, row, fault, await nativeAnswers(platform, scenario), changed);
  return problems.join('\n');
};

describe('the fault matrix finds', function () {
  this.timeout(60_000);

  it('a look that never finds anything', async () => {
    const blind = () => ({ find: async () => ({ outcome: 'not_published' }) as const });
    expect(await problemsOf('reset after', blind)).to.contain('DOUBLE: 2 objects in place of 1');
    expect(await problemsOf('kill after', blind)).to.contain('DOUBLE: 2 objects in place of 1');
  });

  it('a send that is repeated without a look', async () => {
    const hasty = ({ publish }: Publisher) => ({
      publish: ((rendered, run) =>
        publish(rendered, {
          ...run,
          send: (name, act) => run.send(name, (key, tries) => act(key, tries).catch(() => act(key, tries))),
        })) satisfies Publisher['publish'],
    });
    const said = await problemsOf('error after', hasty);
    expect(said).to.contain('BLIND: sent again without a look').and.to.contain('DOUBLE');
  });

  it('a doubtful send that is reported as a failure', async () => {
    const certain = ({ publish }: Publisher) => ({
      publish: ((rendered, run) =>
        publish(rendered, {
          ...run,
          send: (name, act) =>
            run.send(name, (key, tries) =>
              act(key, tries).catch((error: Error) => {
                throw new PlatformError('refused', 'PUBLISH_ERROR', error.message);
              }),
            ),
        })) satisfies Publisher['publish'],
    });
    const said = await problemsOf('reset after', certain);
    expect(said).to.contain('says failed, but shows 1 objects and knows 0');
    expect(await problemsOf('429', certain)).to.contain('fails after one fault that passes');
  });

  it('a removal that is reported and did not happen', async () => {
    const lax = () => ({
      unpublish: (async (objects) =>
        objects.map(({ nativeId }) => ({ nativeId, removed: true as const }))) satisfies Publisher['unpublish'],
    });
    expect(await problemsOf('slow', lax, 'delete')).to.contain('says removed, but shows 1');
  });

  it('nothing wrong with the real ones', async () => {
    for (const fault of ['reset after', 'error after', 'kill after', '429'] as const)
      expect(await problemsOf(fault, () => ({}))).to.equal('');
  });
});
