import { expect } from 'chai';
import { v5 } from 'uuid';
import { eventIdFor } from '../../../commands/kernel/deterministic-ids.ts';

describe('deterministic ids', () => {
  it('are those of a library for UUIDs of version 5', () => {
    for (let index = 0; index < 500; index += 1) {
      const content = ['Counted', { by: index, note: `Zoë 🎉 ${'x'.repeat(index)}` }];
      const byLibrary = v5(JSON.stringify(['k1', index, content]), '7b3f0d52-9a51-5c3e-8f0e-6c1d2a4b9e77');
      expect(eventIdFor('k1', index, content)).to.equal(byLibrary);
    }
  });
});
