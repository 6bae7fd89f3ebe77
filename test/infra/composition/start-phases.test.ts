import { expect } from 'chai';
import { startPhases } from '../../../infra/composition/start-phases.ts';

describe('the phases of a start', () => {
  it('are one line each, with the time since the phase before', () => {
    const lines: unknown[] = [];
    let clock = 1_000;
    const started = startPhases({ info: (...line: unknown[]) => void lines.push(line) }, () => clock);
    clock += 250;
    started('stores');
    clock += 40.4;
    started('event log');
    expect(lines).to.deep.equal([
      [{ phase: 'stores', ms: 250 }, 'started: stores'],
      [{ phase: 'event log', ms: 40 }, 'started: event log'],
    ]);
  });
});
