import { expect } from 'chai';
import { lightenAbort } from './light-abort.ts';

const kinds = { real: () => () => {}, light: lightenAbort };

for (const [name, begin] of Object.entries(kinds)) {
  describe(`the ${name} signals of aborted work`, () => {
    let undo = (): void => {};
    beforeEach(() => (undo = begin()));
    afterEach(() => undo());

    it('say that they are aborted, why, and only the first time', () => {
      const controller = new AbortController();
      const { signal } = controller;
      expect([signal.aborted, signal.reason]).to.deep.equal([false, undefined]);
      signal.throwIfAborted();
      const reason = new Error('too late');
      controller.abort(reason);
      controller.abort(new Error('later still'));
      expect([signal.aborted, signal.reason]).to.deep.equal([true, reason]);
      expect(() => signal.throwIfAborted()).to.throw(reason);
    });

    it('have the reason of the platform where none is given', () => {
      const controller = new AbortController();
      controller.abort();
      expect(controller.signal.reason).to.be.instanceof(DOMException).with.property('name', 'AbortError');
    });

    it('call each listener once, in order, and none that was removed or came late', () => {
      const controller = new AbortController();
      const { signal } = controller;
      const heard: string[] = [];
      const third = () => heard.push('third');
      const second = () => {
        heard.push(`second, ${signal.aborted}`);
        signal.removeEventListener('abort', third);
      };
      const gone = () => heard.push('gone');
      signal.addEventListener('abort', gone);
      signal.addEventListener('abort', () => heard.push('first'));
      signal.addEventListener('abort', second, { once: true });
      signal.addEventListener('abort', second);
      signal.addEventListener('abort', third);
      signal.removeEventListener('abort', gone);
      controller.abort();
      controller.abort();
      signal.addEventListener('abort', () => heard.push('late'));
      expect(heard).to.deep.equal(['first', 'second, true']);
    });

    it('are aborted with any of several', () => {
      const [one, other] = [new AbortController(), new AbortController()];
      const either = AbortSignal.any([one.signal, other.signal]);
      expect(either.aborted).to.equal(false);
      other.abort('reason');
      one.abort('another');
      expect([either.aborted, either.reason]).to.deep.equal([true, 'reason']);
      expect(AbortSignal.any([one.signal, other.signal]).reason).to.equal('another');
    });
  });
}
