import { expect } from 'chai';
import { streamOf } from '../../../../domain/streams.ts';
import { type LogFilter, ofCategories, ofTypes } from '../../../../infra/stores/eventstoredb/log-filter.ts';
import { requestFrom } from '../../../../infra/stores/eventstoredb/log-request.ts';

describe('the request for the log of the service', () => {
  const filterFor = (backlog: LogFilter | undefined) => {
    const filter = requestFrom('start', backlog).getOptions()?.getFilter();
    return new RegExp((filter?.getStreamIdentifier() ?? filter?.getEventType())?.getRegex() ?? '(?!)');
  };

  it('names the streams of its categories and no others', () => {
    const wanted = filterFor(ofCategories(new Set(['post', 'apiKey'])));
    for (const stream of [streamOf('post', '1'), 'apiKey-c1-2']) expect(wanted.test(stream), stream).to.equal(true);
    for (const stream of ['posts-1', 'repost-1', 'post', '$ce-post', '$$post-1', 'apikey-1'])
      expect(wanted.test(stream), stream).to.equal(false);
  });

  it('names the types of a reader and no others', () => {
    const wanted = filterFor(ofTypes(new Set(['PostCreated', 'a.b'])));
    for (const type of ['PostCreated', 'a.b']) expect(wanted.test(type), type).to.equal(true);
    for (const type of ['PostCreatedAgain', 'APostCreated', 'aXb', '$metadata', ''])
      expect(wanted.test(type), type).to.equal(false);
  });

  it('leaves out the store’s own events where it names neither', () => {
    expect(filterFor(undefined).test('OrderPlaced')).to.equal(true);
    expect(filterFor(undefined).test('$metadata')).to.equal(false);
  });
});
