import { expect } from 'chai';
import { PlatformError } from '../../../domain/platforms/platform-error.ts';
import { post } from '../../../domain/posts/post.ts';
import { destinationIn, NoLongerMine, RecordedRun } from '../../../processes/posts/recorded-run.ts';
import { now, postId } from '../../domain/posts/a-post.ts';
import { object, oneDestination, opened, postPlatformId } from './one-destination.ts';

type Harness = Awaited<ReturnType<typeof oneDestination>>;

/** A run over the destination as the log has it now. */
const runOver = async (harness: Harness, lease: Parameters<Harness['context']>[0] = {}): Promise<RecordedRun> => {
  const context = harness.context(lease);
  const loaded = await context.load(post, postId, 'latest');
  const destination = loaded && destinationIn(loaded.state, postPlatformId);
  if (!destination) throw new Error('the post has no such destination');
  const target = { postId, postPlatformId, startedAt: now, round: 1 };
  return new RecordedRun(context, { target, destination, opened, claim: async () => true });
};

const faultOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('a recorded run', () => {
  it('answers a step of an earlier run without repeating it', async () => {
    const harness = await oneDestination();
    const first = await runOver(harness);
    await first.step('upload', async () => 'handle');
    await first.recorded;
    const second = await runOver(harness);
    expect(second.remembered('upload')).to.equal('handle');
    expect(await second.step('upload', () => Promise.reject(new Error('repeated')))).to.equal('handle');
    expect(harness.recordedTypes()).to.deep.equal(['DestinationStepCompleted']);
  });

  it('repeats a step that was forgotten', async () => {
    const harness = await oneDestination();
    const run = await runOver(harness);
    await run.step('upload', async () => 'expired');
    await run.forget('upload');
    expect(run.remembered('upload')).to.equal(undefined);
    expect(await run.step('upload', async () => 'new')).to.equal('new');
    await run.recorded;
    expect((await runOver(harness)).remembered('upload')).to.equal('new');
  });

  it('stores the step before the call that uses it leaves', async () => {
    const harness = await oneDestination();
    const run = await runOver(harness);
    await run.step('upload', async () => 'handle');
    await run.send('post', async () => {
      harness.note('send');
      return object;
    });
    expect(harness.calls[0]?.log).to.have.members(['DestinationStepCompleted', 'DestinationSendStarted']);
  });

  it('answers a finished send with its recorded object', async () => {
    const harness = await oneDestination();
    const first = await runOver(harness);
    await first.send('post', async () => object);
    await first.recorded;
    const second = await runOver(harness);
    expect(await second.send('post', () => Promise.reject(new Error('sent twice')))).to.deep.equal(object);
  });

  it('lets one of two runs send', async () => {
    const harness = await oneDestination();
    const runs = await Promise.all([runOver(harness), runOver(harness)]);
    let sends = 0;
    const send = async () => {
      sends++;
      return object;
    };
    const faults = await Promise.all(runs.map((run) => faultOf(run.send('post', send))));
    expect(sends).to.equal(1);
    expect(faults.filter((fault) => fault !== undefined)).to.have.length(1);
  });

  it('records no intent and sends nothing once the database reports a lost lease', async () => {
    const harness = await oneDestination();
    const run = await runOver(harness, { stillMine: () => true, proveLease: async () => false });
    const fault = await faultOf(run.send('post', () => Promise.reject(new Error('sent without a lease'))));
    expect(fault).to.be.instanceOf(NoLongerMine);
    expect(harness.recordedTypes()).to.deep.equal([]);
  });

  it('sends nothing where the lease is lost behind the intent, and records that nothing left', async () => {
    const harness = await oneDestination();
    const run = await runOver(harness, { stillMine: () => false, proveLease: async () => true });
    const fault = await faultOf(run.send('post', () => Promise.reject(new Error('sent without a lease'))));
    expect(fault).to.be.instanceOf(NoLongerMine);
    expect(harness.recordedTypes()).to.deep.equal(['DestinationSendStarted', 'DestinationSendFailed']);
  });

  /** A send that has left when the signal aborts; it is answered where nothing cuts it off. */
  const answeredAfter = async (abort: (lease: Readonly<Record<'lost' | 'stopped', AbortController>>) => void) => {
    const harness = await oneDestination();
    const lease = { lost: new AbortController(), stopped: new AbortController() };
    const run = await runOver(harness, { signal: lease.lost.signal, stopping: lease.stopped.signal });
    const fault = await faultOf(
      run.send('post', async () => {
        abort(lease);
        // As a call does that carries the signal.
        run.signal.throwIfAborted();
        return object;
      }),
    );
    await run.recorded;
    return { fault, signal: run.signal, last: harness.recorded().at(-1) };
  };

  it('records the answer to a send that had left when the lease was lost', async () => {
    const { fault, signal, last } = await answeredAfter(({ lost }) => lost.abort());
    expect(fault).to.equal(undefined);
    expect(last).to.deep.include({ type: 'DestinationSendSucceeded' });
    expect(last?.data).to.deep.include({ object });
    expect(signal.aborted, 'whether what follows is cut off').to.equal(true);
  });

  it('cuts a send off where the service stops, whose outcome is then unknown', async () => {
    const { last } = await answeredAfter(({ lost, stopped }) => {
      lost.abort();
      stopped.abort();
    });
    expect(last?.type).to.equal('DestinationSendOutcomeUnknown');
  });

  it('sends nothing with the result of a step that another run recorded differently', async () => {
    const harness = await oneDestination();
    const [mine, other] = await Promise.all([runOver(harness), runOver(harness)]);
    await other.step('upload', async () => 'theirs');
    await other.recorded;
    await mine.step('upload', async () => 'mine');
    const fault = await faultOf(mine.send('post', () => Promise.reject(new Error('sent with a lost handle'))));
    expect(fault).to.be.instanceOf(NoLongerMine);
  });

  it('takes every fault but a definite answer of the platform for an unknown outcome', async () => {
    const bug = await oneDestination();
    const fault = await faultOf((await runOver(bug)).send('post', () => Promise.reject(new TypeError('bug'))));
    expect(fault).to.be.instanceOf(PlatformError).with.property('kind', 'unknown');
    expect(bug.recordedTypes().at(-1)).to.equal('DestinationSendOutcomeUnknown');

    const refused = await oneDestination();
    const answer = new PlatformError('refused', 'MEDIA_REJECTED', 'no');
    expect(await faultOf((await runOver(refused)).send('post', () => Promise.reject(answer)))).to.equal(answer);
    expect(refused.recordedTypes().at(-1)).to.equal('DestinationSendFailed');
  });
});
