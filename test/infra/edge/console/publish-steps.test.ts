import { expect } from 'chai';
import { progressOf, stepOf } from '../../../../infra/edge/console/app/publish-steps.ts';

type Post = Parameters<typeof progressOf>[0];
type Entry = Parameters<typeof stepOf>[1][number];

const post = (status: Post['status']): Post => ({
  status,
  platforms: (['published', 'pending', 'failed'] as const).map(
    (of) => ({ status: of }) as Partial<Post['platforms'][number]> as Post['platforms'][number],
  ),
});

const entry = (type: string, postPlatformId: string): Entry =>
  ({ type, description: 'A word of the service.', data: { postPlatformId } }) as Partial<Entry> as Entry;

describe('the progress of a post in the console', () => {
  it('counts the destinations that have ended, while the post is being published', () => {
    expect(progressOf(post('publishing'))).to.deep.equal({ done: 2, of: 3 });
    expect(progressOf(post('partial'))).to.equal(undefined);
  });

  it('is the last event of each destination, in a sentence', () => {
    const entries = [
      entry('DestinationFailed', 'c'),
      { ...entry('PostPublishingStarted', ''), data: {} },
      entry('DestinationStepCompleted', 'a'),
      entry('DestinationSendStarted', 'b'),
      entry('DestinationSendStarted', 'a'),
      entry('DestinationDeferred', 'b'),
    ];
    const step = (postPlatformId: string) => stepOf({ postPlatformId, platform: 'twitter' }, entries);
    expect(step('a')).to.equal('The post is on its way to X.');
    expect(step('b')).to.equal('X: A word of the service.');
    // What is known of it is of the round before.
    expect(step('c')).to.equal(undefined);
  });
});
