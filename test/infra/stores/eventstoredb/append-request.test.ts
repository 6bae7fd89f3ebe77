import { expect } from 'chai';
import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import fc from 'fast-check';
import streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import { appendRequests, type Append } from '../../../../infra/stores/eventstoredb/append-request.ts';

const { BatchAppendReq } = streamsPb;

const append: Append = {
  correlation: 10,
  stream: 'post-1',
  expected: 'none',
  withinMs: 10_250,
  events: [{ id: '6f0f4ac5-0e1e-4dcb-9a5b-0d0f9c2f7c11', type: 'PostCreated', data: '{}', metadata: '{"v":1}' }],
};

/** The requests as the store's own service definition reads them. */
const readBack = (asked: Append) =>
  appendRequests(asked).map((request) => BatchAppendReq.deserializeBinary(new Uint8Array(request)));

const text = (bytes: Uint8Array | string | undefined): string => Buffer.from(bytes as Uint8Array).toString();

const eventsIn = (requests: ReturnType<typeof readBack>) =>
  requests.flatMap((request) =>
    request.getProposedMessagesList().map((event) => ({
      id: event.getId()?.getString(),
      type: event.getMetadataMap().get('type'),
      data: text(event.getData_asU8()),
      metadata: text(event.getCustomMetadata_asU8()),
    })),
  );

describe('the request for an append', () => {
  it('carries of every event what was given, whatever it holds', () => {
    const event = fc.record({
      id: fc.uuid(),
      type: fc.string({ unit: 'grapheme', minLength: 1 }),
      data: fc.json(),
      metadata: fc.json(),
    });
    const stream = fc.string({ unit: 'grapheme', minLength: 1 });
    fc.assert(
      fc.property(stream, fc.array(event, { minLength: 1 }), fc.nat(), (name, events, expected) => {
        const requests = readBack({ ...append, stream: name, expected, events });
        expect(eventsIn(requests)).to.deep.equal(events);
        const options = requests[0]?.getOptions();
        expect(text(options?.getStreamIdentifier()?.getStreamName_asU8())).to.equal(name);
        expect(options?.getStreamPosition()).to.equal(String(expected));
      }),
    );
  });

  it('tells lengths of one, two and three bytes alike', () => {
    for (const length of [0, 1, 100, 127, 128, 129, 2_000, 16_383, 16_384, 60_000]) {
      const events = append.events.map((event) => ({ ...event, data: 'd'.repeat(length) }));
      expect(eventsIn(readBack({ ...append, events }))).to.deep.equal(events);
    }
  });

  it('expects no stream or a revision, and names the type of its content', () => {
    const [request] = readBack(append);
    const options = request?.getOptions();
    expect(options?.hasNoStream()).to.equal(true);
    expect(request?.getCorrelationId()?.getString()).to.equal('00000000-0000-0000-0000-00000000000a');
    expect(request?.getProposedMessagesList()[0]?.getMetadataMap().get('content-type')).to.equal('application/json');
    expect(
      readBack({ ...append, expected: 0 })[0]
        ?.getOptions()
        ?.hasStreamPosition(),
    ).to.equal(true);
  });

  it('names how long it may wait by a duration, never by the time of its own clock', () => {
    const [request = Buffer.alloc(0)] = appendRequests(append);
    expect(readBack(append)[0]?.getOptions()?.hasDeadline(), 'field 6, a time').to.equal(false);
    // Field 7, which the client's definition lacks: 10 seconds and 250,000,000 nanoseconds.
    const duration = new BinaryWriter()
      .tag(7, WireType.LengthDelimited)
      .fork()
      .tag(1, WireType.Varint)
      .uint64(10)
      .tag(2, WireType.Varint)
      .uint64(250_000_000)
      .join()
      .finish();
    expect(request.includes(Buffer.from(duration))).to.equal(true);
  });

  it('comes in several messages where one would be too large, the last of them marked', () => {
    const events = Array.from({ length: 50 }, (_, index) => ({
      id: `id-${index}`,
      type: 'T',
      metadata: '{}',
      data: JSON.stringify('x'.repeat(60_000)),
    }));
    const requests = readBack({ ...append, events });
    expect(requests.length).to.be.within(3, 5);
    expect(requests.map((request) => request.getIsFinal())).to.deep.equal(
      requests.map((_, at) => at === requests.length - 1),
    );
    expect(requests.map((request) => request.hasOptions())).to.deep.equal(requests.map((_, at) => at === 0));
    expect(eventsIn(requests)).to.deep.equal(events);
    expect(new Set(requests.map((request) => request.getCorrelationId()?.getString())).size).to.equal(1);
  });

  it('refuses a revision that is none', () => {
    for (const expected of [-1, 1.5, Number.MAX_SAFE_INTEGER + 1])
      expect(() => appendRequests({ ...append, expected })).to.throw(RangeError);
  });
});
