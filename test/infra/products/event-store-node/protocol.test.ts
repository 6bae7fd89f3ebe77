import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import timestampPb from 'google-protobuf/google/protobuf/timestamp_pb.js';
import { status as Status, type ServiceError } from '@grpc/grpc-js';
import featuresGrpc from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import featuresPb from '@eventstore/db-client/generated/serverfeatures_pb.js';
import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js';
import streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import { EventStoreDBClient } from '@eventstore/db-client';
import { expect } from 'chai';
import { collect, newStream, refusal, startEmbedded, testEvents } from './server.ts';
import { call, channel } from './services.ts';

const { BatchAppendReq, ReadReq, ReadResp } = streamsPb;
const { ContentCase } = ReadResp;
type Response = InstanceType<typeof ReadResp>;
type BatchResponse = InstanceType<typeof streamsPb.BatchAppendResp>;

const identifierOf = (stream: string) =>
  new sharedPb.StreamIdentifier().setStreamName(Buffer.from(stream).toString('base64'));
const empty = new sharedPb.Empty();

/** What clients other than the official one may say: the protocol itself, message by message. */
describe('event store: the protocol', () => {
  let embedded: Awaited<ReturnType<typeof startEmbedded>>;
  let client: EventStoreDBClient;
  let streams: InstanceType<typeof streamsGrpc.StreamsClient>;
  before(async () => {
    embedded = await startEmbedded();
    client = EventStoreDBClient.connectionString(embedded.url);
    streams = new streamsGrpc.StreamsClient(`127.0.0.1:${embedded.node.port}`, channel());
  });
  after(async () => {
    streams.close();
    await client.dispose();
    await embedded.stop();
  });

  const options = (stream: string) => {
    const source = new ReadReq.Options.StreamOptions().setStreamIdentifier(identifierOf(stream)).setStart(empty);
    return new ReadReq.Options()
      .setStream(source)
      .setCount('100')
      .setNoFilter(empty)
      .setUuidOption(new ReadReq.Options.UUIDOption().setString(empty))
      .setControlOption(new ReadReq.Options.ControlOption().setCompatibility(1));
  };
  const read = async (chosen: InstanceType<typeof ReadReq.Options>): Promise<Response[]> => {
    const responses: Response[] = [];
    for await (const response of streams.read(new ReadReq().setOptions(chosen))) responses.push(response as Response);
    return responses;
  };

  it('tells where a stream ends, and where it begins when what was asked for is gone', async () => {
    const stream = newStream();
    await client.appendToStream(stream, testEvents(10));
    const whole = await read(options(stream));
    expect(whole.slice(0, 10).every((response) => response.getContentCase() === ContentCase.EVENT)).to.equal(true);
    expect(whole[10]?.getLastStreamPosition()).to.equal('9');
    await client.setStreamMetadata(stream, { truncateBefore: 10 });
    const hidden = await read(options(stream));
    expect(hidden.map((response) => response.getContentCase())).to.deep.equal([
      ContentCase.FIRST_STREAM_POSITION,
      ContentCase.LAST_STREAM_POSITION,
    ]);
    expect([hidden[0]?.getFirstStreamPosition(), hidden[1]?.getLastStreamPosition()]).to.deep.equal(['10', '9']);
    const older = options(stream).setControlOption(undefined);
    expect(await read(older)).to.be.empty;
  });

  it('sends ids as two numbers to those who ask for them', async () => {
    const stream = newStream();
    const [event] = testEvents(1);
    await client.appendToStream(stream, event as never);
    const chosen = options(stream).setUuidOption(new ReadReq.Options.UUIDOption().setStructured(empty));
    const [first] = await read(chosen);
    const id = first?.getEvent()?.getEvent()?.getId()?.getStructured();
    const half = (text: string | undefined) =>
      BigInt.asUintN(64, BigInt(text ?? 0))
        .toString(16)
        .padStart(16, '0');
    const hex = half(id?.getMostSignificantBits()) + half(id?.getLeastSignificantBits());
    expect(hex).to.equal((event as { id: string }).id.replaceAll('-', ''));
  });

  it('refuses a read that leaves out what is required, and keeps serving', async () => {
    for (const [chosen, code] of [
      [undefined, Status.UNKNOWN],
      [options(newStream()).setUuidOption(undefined), Status.INVALID_ARGUMENT],
      [options(newStream()).clearNoFilter(), Status.INVALID_ARGUMENT],
      [options('').setCount('1'), Status.UNKNOWN],
    ] as const) {
      const request = chosen === undefined ? new ReadReq() : new ReadReq().setOptions(chosen);
      const error = (await refusal(streams.read(request))) as ServiceError;
      expect(error.code).to.equal(code);
    }
    expect(await collect(client.readAll({ maxCount: 1 }))).to.have.length(1);
  });

  it('names every method it has', async () => {
    const features = new featuresGrpc.ServerFeaturesClient(`127.0.0.1:${embedded.node.port}`, channel());
    const supported = await call<InstanceType<typeof sharedPb.Empty>, InstanceType<typeof featuresPb.SupportedMethods>>(
      features,
      features.getSupportedMethods,
      empty,
    );
    expect(supported.getEventStoreServerVersion()).to.match(/^24\.10\./);
    const names = supported.getMethodsList().map((method) => `${method.getServiceName()}/${method.getMethodName()}`);
    expect(names).to.include.members([
      'event_store.client.streams.streams/batchappend',
      'event_store.client.persistent_subscriptions.persistentsubscriptions/restartsubsystem',
      'event_store.client.operations.operations/startscavenge',
    ]);
    features.close();
  });

  describe('batches', () => {
    const proposed = (metadata: Record<string, string>) => {
      const message = new BatchAppendReq.ProposedMessage().setId(new sharedPb.UUID().setString(randomUUID()));
      for (const [key, value] of Object.entries(metadata)) message.getMetadataMap().set(key, value);
      return message;
    };
    const good = () => proposed({ type: 'Raw', 'content-type': 'application/json' });
    const request = (id: string, stream: string | undefined) => {
      const message = new BatchAppendReq().setCorrelationId(new sharedPb.UUID().setString(id)).setIsFinal(true);
      if (stream === undefined) return message;
      const chosen = new BatchAppendReq.Options().setStreamIdentifier(identifierOf(stream));
      return message.setOptions(chosen.setAny(empty as never));
    };
    /** What each request is answered with, all of them over one call. */
    const answers = async (
      requests: InstanceType<typeof BatchAppendReq>[],
      count: number,
    ): Promise<BatchResponse[]> => {
      const batch = streams.batchAppend();
      const responses: BatchResponse[] = [];
      batch.on('data', (response: BatchResponse) => {
        responses.push(response);
        if (responses.length === count) batch.end();
      });
      for (const each of requests) batch.write(each);
      await once(batch, 'end');
      return responses;
    };
    const messageOf = (response: BatchResponse | undefined) => response?.getError()?.getMessage();

    it('answers each append for itself, also those that make no sense', async () => {
      const stream = newStream();
      const ids = [randomUUID(), randomUUID(), randomUUID()] as const;
      const responses = await answers(
        [
          request('no-uuid', stream).setProposedMessagesList([good()]),
          request(ids[0], stream).setProposedMessagesList([proposed({ 'content-type': 'application/json' })]),
          request(ids[1], '').setProposedMessagesList([good()]),
          request(ids[2], stream).setProposedMessagesList([good(), good()]),
        ],
        4,
      );
      const byId = new Map(responses.map((response) => [response.getCorrelationId()?.getString(), response]));
      expect(messageOf(byId.get('no-uuid'))).to.equal('BadRequest');
      expect(messageOf(byId.get(ids[0]))).to.equal('BadRequest');
      expect(messageOf(byId.get(ids[1]))).to.equal('BadRequest');
      expect(byId.get(ids[2])?.getSuccess()?.getCurrentRevision()).to.equal('1');
      expect(await collect(client.readStream(stream))).to.have.length(2);
    });

    it('puts the messages of one correlation id together, however many appends are under way', async () => {
      const [one, other] = [newStream(), newStream()];
      const ids = [randomUUID(), randomUUID()] as const;
      const part = (id: string, stream: string | undefined, isFinal: boolean) =>
        request(id, stream).setProposedMessagesList([good()]).setIsFinal(isFinal);
      const responses = await answers(
        [
          part(ids[0], one, false),
          part(ids[1], other, false),
          part(ids[0], undefined, false),
          part(ids[1], undefined, true),
          part(ids[0], undefined, true),
        ],
        2,
      );
      expect(responses.map((response) => response.getCorrelationId()?.getString())).to.deep.equal([ids[1], ids[0]]);
      expect(responses.map((response) => response.getSuccess()?.getCurrentRevision())).to.deep.equal(['1', '2']);
    });

    it('gives up an append whose end does not arrive in time', async () => {
      for (const milliseconds of [-1_000, 60]) {
        const late = request(randomUUID(), newStream()).setProposedMessagesList([good()]).setIsFinal(false);
        const deadline = new timestampPb.Timestamp();
        deadline.fromDate(new Date(Date.now() + milliseconds));
        late.getOptions()?.setDeadline(deadline);
        const [response] = await answers([late], 1);
        expect(messageOf(response)).to.equal('Timeout');
      }
    });
  });
});
