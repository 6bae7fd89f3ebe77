import { expect } from 'chai';
import { streamOf } from '../../../../domain/streams.ts';
import { requestFrom } from '../../../../infra/stores/eventstoredb/log-request.ts';

describe('the request for the log of the service', () => {
  const filterFor = (categories: ReadonlySet<string> | undefined) => {
    const filter = requestFrom('start', categories).getOptions()?.getFilter();
    return new RegExp((filter?.getStreamIdentifier() ?? filter?.getEventType())?.getRegex() ?? '(?!)');
  };

  it('names the streams of its categories and no others', () => {
    const wanted = filterFor(new Set(['post', 'apiKey']));
    for (const stream of [streamOf('post', '1'), 'apiKey-c1-2']) expect(wanted.test(stream), stream).to.equal(true);
    for (const stream of ['posts-1', 'repost-1', 'post', '$ce-post', '$$post-1', 'apikey-1'])
      expect(wanted.test(stream), stream).to.equal(false);
  });

  it('leaves out the store’s own events where it names no category', () => {
    expect(filterFor(undefined).test('OrderPlaced')).to.equal(true);
    expect(filterFor(undefined).test('$metadata')).to.equal(false);
  });
});
