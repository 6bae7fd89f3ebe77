import {
  BACKWARDS,
  END,
  ErrorType,
  NO_STREAM,
  STREAM_EXISTS,
  StreamDeletedError,
  StreamNotFoundError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import { expect } from 'chai';
import {
  collect,
  inEverything,
  newStream,
  refusal,
  revisionsOf,
  startServer,
  testEvent,
  testEvents,
  type TestServer,
} from './server.ts';

describe('event store: deletion and stream metadata', () => {
  let server: TestServer;
  before(async () => (server = await startServer()));
  after(() => server.stop());
  const revisions = async (stream: string) => revisionsOf(await collect(server.client.readStream(stream)));
  const filled = async (count = 5): Promise<string> => {
    const stream = newStream();
    await server.client.appendToStream(stream, testEvents(count));
    return stream;
  };

  it('a deleted stream is absent, and continues its revisions when written again', async () => {
    const stream = await filled(3);
    const { position } = await server.client.deleteStream(stream, { expectedRevision: 2n });
    expect((position?.commit ?? 0n) > 0n).to.equal(true);
    expect(await refusal(server.client.readStream(stream))).to.be.instanceOf(StreamNotFoundError);
    const again = await server.client.appendToStream(stream, testEvents(2), { expectedRevision: NO_STREAM });
    expect(again.nextExpectedRevision).to.equal(4n);
    expect(await revisions(stream)).to.deep.equal([3n, 4n]);
  });

  it('a deleted stream can also be continued at its last revision, but not at others', async () => {
    const stream = await filled(3);
    await server.client.deleteStream(stream);
    const wrong = await refusal(server.client.appendToStream(stream, testEvent(0), { expectedRevision: 0n }));
    expect((wrong as WrongExpectedVersionError).actualVersion).to.equal(2n);
    const gone = await refusal(server.client.appendToStream(stream, testEvent(0), { expectedRevision: STREAM_EXISTS }));
    expect(gone).to.be.instanceOf(StreamDeletedError);
    await server.client.appendToStream(stream, testEvent(0), { expectedRevision: 2n });
    expect(await revisions(stream)).to.deep.equal([3n]);
  });

  it('keeps showing a deleted stream in everything', async () => {
    const stream = newStream();
    const { position } = await server.client.appendToStream(stream, testEvent(0));
    await server.client.appendToStream(stream, testEvent(1));
    await server.client.deleteStream(stream);
    expect(await inEverything(server, stream, position)).to.have.length(2);
  });

  it('deletes only at the expected revision', async () => {
    const stream = await filled(2);
    const error = await refusal(server.client.deleteStream(stream, { expectedRevision: 7n }));
    expect(error).to.be.instanceOf(WrongExpectedVersionError);
    const { expectedVersion, actualVersion, streamName } = error as WrongExpectedVersionError;
    expect([expectedVersion, actualVersion, streamName]).to.deep.equal([7n, 1n, stream]);
    expect((await refusal(server.client.tombstoneStream(stream, { expectedRevision: 7n }))).type).to.equal(
      ErrorType.WRONG_EXPECTED_VERSION,
    );
    expect(await revisions(stream)).to.deep.equal([0n, 1n]);
  });

  it('a tombstone is for good', async () => {
    const stream = await filled(2);
    const { position } = await server.client.tombstoneStream(stream, { expectedRevision: 1n });
    expect(await refusal(server.client.readStream(stream))).to.be.instanceOf(StreamDeletedError);
    expect(await refusal(server.client.deleteStream(stream))).to.be.instanceOf(StreamDeletedError);
    expect(await refusal(server.client.tombstoneStream(stream))).to.be.instanceOf(StreamDeletedError);
    const metadata = { maxCount: 1 };
    expect(await refusal(server.client.setStreamMetadata(stream, metadata))).to.be.instanceOf(StreamDeletedError);
    expect(await refusal(server.client.getStreamMetadata(stream))).to.be.instanceOf(StreamDeletedError);
    const [tombstone] = await inEverything(server, stream, position);
    expect([tombstone?.event?.type, tombstone?.event?.revision]).to.deep.equal(['$streamDeleted', 2n ** 63n - 1n]);
  });

  it('keeps metadata of every kind', async () => {
    const stream = newStream();
    const acl = {
      readRoles: ['$all'],
      writeRoles: ['writer'],
      deleteRoles: ['$admins'],
      metaReadRoles: ['$all'],
      metaWriteRoles: ['$all'],
    };
    const metadata = { maxCount: 10, maxAge: 3600, truncateBefore: 2, cacheControl: 60, acl, owner: 'me' };
    await server.client.setStreamMetadata(stream, metadata, { expectedRevision: NO_STREAM });
    const stored = await server.client.getStreamMetadata(stream);
    expect(stored.metadata).to.deep.equal(metadata);
    await server.client.setStreamMetadata(stream, { owner: 'you' }, { expectedRevision: 0n });
    expect((await server.client.getStreamMetadata<{ owner: string }>(stream)).metadata).to.deep.equal({ owner: 'you' });
    const wrong = await refusal(server.client.setStreamMetadata(stream, {}, { expectedRevision: 0n }));
    expect(wrong).to.be.instanceOf(WrongExpectedVersionError);
  });

  it('a stream without metadata has none', async () => {
    const stored = await server.client.getStreamMetadata(await filled());
    expect([stored.metadata, stored.metastreamRevision]).to.deep.equal([undefined, undefined]);
  });

  it('$maxCount shows the last so many events', async () => {
    const stream = await filled(10);
    await server.client.setStreamMetadata(stream, { maxCount: 3 });
    expect(await revisions(stream)).to.deep.equal([7n, 8n, 9n]);
    await server.client.appendToStream(stream, testEvent(10));
    expect(await revisions(stream)).to.deep.equal([8n, 9n, 10n]);
    const backwards = await collect(server.client.readStream(stream, { direction: BACKWARDS, fromRevision: END }));
    expect(revisionsOf(backwards)).to.deep.equal([10n, 9n, 8n]);
  });

  it('$tb hides what lies before it', async () => {
    const stream = await filled(6);
    await server.client.setStreamMetadata(stream, { truncateBefore: 4 });
    expect(await revisions(stream)).to.deep.equal([4n, 5n]);
    expect(
      revisionsOf(await collect(server.client.readStream(stream, { fromRevision: 1n, maxCount: 1 }))),
    ).to.deep.equal([4n]);
    await server.client.setStreamMetadata(stream, {});
    expect(await revisions(stream)).to.have.length(6);
  });

  it('$maxAge hides what is older', async () => {
    const stream = await filled(3);
    const [first] = await collect(server.client.readStream(stream, { maxCount: 1 }));
    await server.client.setStreamMetadata(stream, { maxAge: 1 });
    const deadline = (first?.event?.created.getTime() ?? 0) + 1_000;
    // Read before its end came, or after it: an answer on its way at the end may be either.
    const soon = await revisions(stream);
    if (Date.now() < deadline) expect(soon).to.deep.equal([0n, 1n, 2n]);
    while ((await revisions(stream)).length > 0) expect(Date.now()).to.be.below(deadline + 5_000);
    expect(Date.now()).to.be.at.least(deadline);
    await server.client.appendToStream(stream, testEvent(3));
    expect(await revisions(stream)).to.deep.equal([3n]);
  });

  it('the stream of metadata shows its last event only', async () => {
    const stream = newStream();
    for (let count = 1; count <= 3; count += 1) await server.client.setStreamMetadata(stream, { maxCount: count });
    expect(await revisions(`$$${stream}`)).to.deep.equal([2n]);
  });

  it('streams of the system are streams like others', async () => {
    const stream = `$system-${newStream()}`;
    await server.client.appendToStream(stream, testEvents(2));
    expect(await revisions(stream)).to.deep.equal([0n, 1n]);
  });
});
