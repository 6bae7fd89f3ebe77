import { expect } from 'chai';
import { keysOfEvent } from '../../../domain/kernel/event-keys.ts';
import { UnreadableEvent, type Recorded } from '../../../domain/kernel/event.ts';
import { recordedFrom } from '../../support/recorded.ts';

const [event] = recordedFrom([{ type: 'Noted', data: {} }]) as readonly [Recorded];
const unreadable: Recorded = { ...event, unreadable: 'its key is destroyed' };
const fails = (): never => {
  throw new TypeError('no such field');
};

describe('the keys of an event', () => {
  it('are those of its data', () => {
    expect(keysOfEvent(event, () => ['a', 'b'])).to.deep.equal({ keys: ['a', 'b'] });
  });

  it('may be none, or empty, of an event that can be read', () => {
    expect(keysOfEvent(event, () => [])).to.deep.equal({ keys: [] });
    expect(keysOfEvent(event, () => [''])).to.deep.equal({ keys: [''] });
  });

  it('are those of the readable part of an unreadable event, with the fault', () => {
    const { keys, fault } = keysOfEvent(unreadable, () => ['a']);
    expect(keys).to.deep.equal(['a']);
    expect(fault).to.be.instanceOf(UnreadableEvent);
  });

  it('are the name of the stream where the readable part names none', () => {
    for (const keys of [[], [''], ['a', ''], [undefined]])
      expect(keysOfEvent(unreadable, () => keys as string[])).to.deep.include({ keys: [event.stream] });
    expect(keysOfEvent(unreadable, fails).fault).to.be.instanceOf(UnreadableEvent);
  });

  it('are the name of the stream where the data has another shape', () => {
    const { keys, fault } = keysOfEvent(event, () => ['a', 7 as unknown as string]);
    expect(keys).to.deep.equal([event.stream]);
    expect(fault).to.be.instanceOf(Error).with.property('message', 'its data contain no key');
    const thrown = keysOfEvent(event, fails);
    expect(thrown.keys).to.deep.equal([event.stream]);
    expect(thrown.fault).to.be.instanceOf(TypeError);
  });
});
