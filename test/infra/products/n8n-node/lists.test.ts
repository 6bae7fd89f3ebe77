import { expect } from 'chai';
import { platforms } from '../../../../domain/platforms/platform.ts';
import { postStatuses } from '../../../../domain/posts/values.ts';
import { subscribableTypes } from '../../../../domain/webhooks/event-types.ts';
import { fields } from '../../../../infra/products/n8n-node/actions/fields.ts';
import { eventTypes } from '../../../../infra/products/n8n-node/trigger/events.ts';

/** The values that a field of the node offers. */
const offeredBy = (name: string): readonly unknown[] =>
  fields.find((each) => each.name === name)?.options?.flatMap((each) => ('value' in each ? [each.value] : [])) ?? [];

describe('the lists of the nodes for n8n', () => {
  it('are those of the API: events', () => {
    expect([...eventTypes].sort()).to.deep.equal([...subscribableTypes].sort());
  });

  it('are those of the API: platforms', () => {
    expect(
      offeredBy('platform')
        .filter((each) => each !== '')
        .sort(),
    ).to.deep.equal([...platforms].sort());
  });

  it('are those of the API: states of a post', () => {
    expect(
      offeredBy('status')
        .filter((each) => each !== '')
        .sort(),
    ).to.deep.equal([...postStatuses].sort());
  });
});
