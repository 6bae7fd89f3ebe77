import { expect } from 'chai';
import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import { eventIn } from '../../../../infra/stores/eventstoredb/read-response.ts';

const { ReadResp } = streamsPb;

type Reported = Readonly<{
  id: string;
  type: string;
  stream: string;
  revision: bigint;
  position: bigint;
  contentType: string;
  data: Uint8Array;
  metadata: Uint8Array;
}>;

/** A response as the store's own service definition writes it. */
const responseOf = (reported: Reported): Buffer => {
  const id = new sharedPb.UUID();
  id.setString(reported.id);
  const stream = new sharedPb.StreamIdentifier();
  stream.setStreamName(Buffer.from(reported.stream).toString('base64'));
  const event = new ReadResp.ReadEvent.RecordedEvent();
  event.setId(id);
  event.setStreamIdentifier(stream);
  event.setStreamRevision(String(reported.revision));
  event.setPreparePosition(String(reported.position));
  event.setCommitPosition(String(reported.position));
  event.getMetadataMap().set('created', '17000000000000000');
  event.getMetadataMap().set('type', reported.type);
  event.getMetadataMap().set('content-type', reported.contentType);
  event.setCustomMetadata(reported.metadata);
  event.setData(reported.data);
  const read = new ReadResp.ReadEvent();
  read.setEvent(event);
  read.setCommitPosition(String(reported.position));
  const response = new ReadResp();
  response.setEvent(read);
  return Buffer.from(response.serializeBinary());
};

const bytes = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));
const place = fc.bigInt({ min: 0n, max: BigInt(Number.MAX_SAFE_INTEGER) });
const sample: Reported = {
  id: randomUUID(),
  type: 'PostCreated',
  stream: 'post-c1',
  revision: 3n,
  position: 7n,
  contentType: 'application/json',
  data: bytes({ a: 1 }),
  metadata: bytes({ v: 1 }),
};

describe('an answer to a read', () => {
  it('tells its event, whatever it holds', () => {
    const reported = fc.record({
      id: fc.uuid(),
      type: fc.string({ unit: 'grapheme', minLength: 1 }),
      stream: fc.string({ unit: 'grapheme', minLength: 1 }),
      revision: place,
      position: place,
    });
    fc.assert(
      fc.property(reported, fc.json(), fc.json(), (given, data, metadata) => {
        const response = responseOf({ ...sample, ...given, data: Buffer.from(data), metadata: Buffer.from(metadata) });
        expect(eventIn(response)).to.deep.equal({
          id: given.id,
          type: given.type,
          streamId: given.stream,
          revision: Number(given.revision),
          position: { commit: given.position, prepare: given.position },
          isJson: true,
          data: JSON.parse(data) as unknown,
          metadata: JSON.parse(metadata) as unknown,
        });
      }),
    );
  });

  it('keeps bytes unchanged, and reports metadata that is not JSON', () => {
    const contentType = 'application/octet-stream';
    const event = eventIn(responseOf({ ...sample, contentType, data: Buffer.from([0, 255]), metadata: Buffer.of() }));
    expect(event).to.include({ isJson: false, metadata: undefined });
    expect(event?.data).to.deep.equal(Buffer.from([0, 255]));
    const broken = eventIn(responseOf({ ...sample, metadata: Buffer.from('{') }));
    expect(broken?.metadata).to.deep.equal(Buffer.from('{'));
  });

  it('that tells of something else tells no event', () => {
    const checkpoint = new ReadResp();
    checkpoint.setCheckpoint(new ReadResp.Checkpoint());
    const confirmed = new ReadResp();
    confirmed.setConfirmation(new ReadResp.SubscriptionConfirmation());
    for (const response of [checkpoint, confirmed])
      expect(eventIn(Buffer.from(response.serializeBinary()))).to.equal(undefined);
    expect(eventIn(Buffer.of())).to.equal(undefined);
  });

  it('is refused where a number would be rounded, or where it ends too early', () => {
    const tooLarge = responseOf({ ...sample, position: BigInt(Number.MAX_SAFE_INTEGER) + 1n });
    expect(() => eventIn(tooLarge)).to.throw(RangeError, 'larger than can be held');
    expect(() => eventIn(Buffer.from([0x0a, 0x80]))).to.throw(RangeError, 'premature EOF');
    expect(() => eventIn(Buffer.from([0x0b]))).to.throw(RangeError, 'premature EOF');
  });
});
