import anyPb from 'google-protobuf/google/protobuf/any_pb.js';
import emptyPb from 'google-protobuf/google/protobuf/empty_pb.js';
import type { Message } from 'google-protobuf';
import codePb from '@eventstore/db-client/generated/code_pb.js';
import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import statusPb from '@eventstore/db-client/generated/status_pb.js';
import streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import { anyRevision, noStream, streamExists } from '../log/expected-revision.ts';
import { varintLength, writeVarint } from '../protocol/wire.ts';

const { Code } = codePb;
const { Any } = anyPb;
const { Empty } = emptyPb;

/**
 * The `Success` both kinds of append share: the stream's revision after it and the position of its
 * last event.
 */
const successBody = (last: number, position: number): Buffer => {
  const numberLength = varintLength(position);
  const positionBody = 2 * (1 + numberLength);
  const revisionLength = last < 0 ? 2 : 1 + varintLength(last);
  const target = Buffer.allocUnsafe(revisionLength + 2 + positionBody);
  let at = 0;
  if (last < 0) {
    target[at++] = 0x12;
    target[at++] = 0;
  } else {
    target[at] = 0x08;
    at = writeVarint(target, at + 1, last);
  }
  target[at++] = 0x1a;
  target[at++] = positionBody;
  target[at] = 0x08;
  at = writeVarint(target, at + 1, position);
  target[at] = 0x10;
  writeVarint(target, at + 1, position);
  return target;
};

const field = (tag: number, body: Buffer): Buffer => {
  const target = Buffer.allocUnsafe(1 + varintLength(body.length) + body.length);
  target[0] = tag;
  target.set(body, writeVarint(target, 1, body.length));
  return target;
};

/** `AppendResp` of an append that was written. */
export const appendSuccess = (last: number, position: number): Buffer => field(0x0a, successBody(last, position));

/** `AppendResp` of an append that expected another revision. */
export const appendWrongVersion = (expected: number, current: number): Buffer => {
  const refusal = new streamsPb.AppendResp.WrongExpectedVersion();
  const empty = new sharedPb.Empty();
  if (expected === anyRevision) {
    refusal.setExpectedAny(empty);
    refusal.setAny2060(empty);
  } else if (expected === streamExists) {
    refusal.setExpectedStreamExists(empty);
    refusal.setStreamExists2060(empty);
  } else if (expected === noStream) {
    refusal.setExpectedNoStream(empty);
  } else {
    refusal.setExpectedRevision(String(expected));
    refusal.setExpectedRevision2060(expected);
  }
  if (current < 0) {
    refusal.setCurrentNoStream(empty);
    refusal.setNoStream2060(empty);
  } else {
    refusal.setCurrentRevision(String(current));
    refusal.setCurrentRevision2060(current);
  }
  const response = new streamsPb.AppendResp();
  response.setWrongExpectedVersion(refusal);
  return Buffer.from(response.serializeBinary());
};

/**
 * `BatchAppendResp` of an append that was written. `correlation` and `stream` are the request's own
 * messages, returned as sent.
 */
export const batchSuccess = (correlation: Buffer, stream: Buffer, last: number, position: number): Buffer =>
  Buffer.concat([field(0x0a, correlation), field(0x1a, successBody(last, position)), field(0x22, stream)]);

const batchFailure = (correlation: Buffer, stream: Buffer, status: InstanceType<typeof statusPb.Status>): Buffer =>
  Buffer.concat([field(0x0a, correlation), field(0x12, Buffer.from(status.serializeBinary())), field(0x22, stream)]);

const statusOf = (
  code: number,
  message: string,
  typeName: string,
  details: Message,
): InstanceType<typeof statusPb.Status> => {
  const any = new Any();
  any.pack(details.serializeBinary(), typeName);
  const status = new statusPb.Status();
  status.setCode(code as Parameters<typeof status.setCode>[0]);
  status.setMessage(message);
  status.setDetails(any);
  return status;
};

const clientType = (name: string): string => `event_store.client.${name}`;

type Failure = (correlation: Buffer, stream: Buffer) => Buffer;

const failure =
  (code: number, name: string, details: Message): Failure =>
  (correlation, stream) =>
    batchFailure(correlation, stream, statusOf(code, name, clientType(name), details));

export const batchAccessDenied = failure(Code.PERMISSION_DENIED, 'AccessDenied', new sharedPb.AccessDenied());
export const batchTimeout = failure(Code.DEADLINE_EXCEEDED, 'Timeout', new sharedPb.Timeout());
export const batchUnknown = failure(Code.UNKNOWN, 'Unknown', new sharedPb.Unknown());

export const batchBadRequest = (message: string): Failure => {
  const details = new sharedPb.BadRequest();
  details.setMessage(message);
  return failure(Code.INVALID_ARGUMENT, 'BadRequest', details);
};

export const batchTooLarge = (maximum: number): Failure => {
  const details = new sharedPb.MaximumAppendSizeExceeded();
  details.setMaxappendsize(maximum);
  return failure(Code.INVALID_ARGUMENT, 'MaximumAppendSizeExceeded', details);
};

export const batchStreamDeleted = (correlation: Buffer, stream: Buffer): Buffer => {
  const details = new sharedPb.StreamDeleted();
  details.setStreamIdentifier(sharedPb.StreamIdentifier.deserializeBinary(stream));
  return failure(Code.NOT_FOUND, 'StreamDeleted', details)(correlation, stream);
};

export const batchWrongVersion = (expected: number, current: number): Failure => {
  const details = new sharedPb.WrongExpectedVersion();
  if (current < 0) details.setCurrentNoStream(new Empty());
  else details.setCurrentStreamRevision(String(current));
  if (expected === anyRevision) details.setExpectedAny(new Empty());
  else if (expected === noStream) details.setExpectedNoStream(new Empty());
  else if (expected === streamExists) details.setExpectedStreamExists(new Empty());
  else details.setExpectedStreamPosition(String(expected));
  return failure(Code.ALREADY_EXISTS, 'WrongExpectedVersion', details);
};
