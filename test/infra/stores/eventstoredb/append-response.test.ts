import { expect } from 'chai';
import {
  batchStreamDeleted,
  batchSuccess,
  batchWrongVersion,
} from '@social-publishing/event-store-node/append-answers';
import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import { appendAnswer } from '../../../../infra/stores/eventstoredb/append-response.ts';

const correlation = 0x1_0000_002a;

const asText = (): InstanceType<typeof sharedPb.UUID> => {
  const id = new sharedPb.UUID();
  id.setString('00000000-0000-0000-0000-00010000002a');
  return id;
};

const inTwoNumbers = (): InstanceType<typeof sharedPb.UUID> => {
  const halves = new sharedPb.UUID.Structured();
  halves.setMostSignificantBits('0');
  halves.setLeastSignificantBits(String(correlation));
  const id = new sharedPb.UUID();
  id.setStructured(halves);
  return id;
};

const bytesOf = (message: { serializeBinary(): Uint8Array }): Buffer => Buffer.from(message.serializeBinary());
const stream = bytesOf(new sharedPb.StreamIdentifier());

describe('the answer to an append', () => {
  it('names the position of the events, and their request by an id as text or in two numbers', () => {
    for (const id of [asText(), inTwoNumbers()])
      expect(appendAnswer(batchSuccess(bytesOf(id), stream, 7, 2 ** 40))).to.deep.equal({
        correlation,
        outcome: { revision: 7, position: { commit: 2n ** 40n, prepare: 2n ** 40n } },
      });
  });

  it('may tell no position', () => {
    const success = new streamsPb.BatchAppendResp.Success();
    success.setCurrentRevision('0');
    success.setNoPosition(new sharedPb.Empty());
    const response = new streamsPb.BatchAppendResp();
    response.setCorrelationId(asText());
    response.setSuccess(success);
    expect(appendAnswer(bytesOf(response)).outcome).to.deep.equal({ revision: 0, position: undefined });
  });

  it('names why the store refused', () => {
    const refusals = [batchWrongVersion(3, 4), batchWrongVersion(-1, 0), batchStreamDeleted];
    expect(refusals.map((refuse) => appendAnswer(refuse(bytesOf(asText()), stream)))).to.deep.equal(
      ['WrongExpectedVersion', 'WrongExpectedVersion', 'StreamDeleted'].map((refused) => ({
        correlation,
        outcome: { refused },
      })),
    );
  });

  it('is a refusal where it is empty, and none at all where it ends too early', () => {
    expect(appendAnswer(Buffer.of())).to.deep.equal({ correlation: 0, outcome: { refused: 'Unknown' } });
    expect(() => appendAnswer(Buffer.from([0x0a, 0x80]))).to.throw(RangeError);
  });
});
