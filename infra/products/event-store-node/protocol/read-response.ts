import streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import persistentPb from '@eventstore/db-client/generated/persistent_pb.js';
import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import { readResponseOf, recordedEventOf } from '../log/record.ts';
import type { ResolvedLink } from '../read/resolve-link.ts';
import { varintLength, writeVarint } from './wire.ts';

const { ReadResp } = streamsPb;

/** An event in the form it is stored in. */
export const eventResponse = (record: Buffer): Buffer => readResponseOf(record);

type Part = Readonly<{ tag: number; body: Buffer }>;

const eventTag = 0x0a;
const linkTag = 0x12;

const partsOf = (record: Buffer, link: ResolvedLink): Part[] => {
  if (link.kind === 'plain') return [{ tag: eventTag, body: recordedEventOf(record) }];
  const target = link.event === undefined ? [] : [{ tag: eventTag, body: recordedEventOf(link.event) }];
  return [...target, { tag: linkTag, body: recordedEventOf(record) }];
};

/**
 * A `ReadEvent` inside its response. Streams and persistent subscriptions number its fields alike.
 */
const compose = (parts: readonly Part[], position: number, retryCount: number | undefined): Buffer => {
  const bodies = parts.reduce((sum, { body }) => sum + 1 + varintLength(body.length) + body.length, 0);
  const retries = retryCount === undefined ? 0 : 1 + varintLength(retryCount);
  const length = bodies + 1 + varintLength(position) + retries;
  const target = Buffer.allocUnsafe(1 + varintLength(length) + length);
  target[0] = 0x0a;
  let at = writeVarint(target, 1, length);
  for (const { tag, body } of parts) {
    target[at] = tag;
    at = writeVarint(target, at + 1, body.length);
    target.set(body, at);
    at += body.length;
  }
  target[at] = 0x18;
  at = writeVarint(target, at + 1, position);
  if (retryCount !== undefined) {
    target[at] = 0x28;
    writeVarint(target, at + 1, retryCount);
  }
  return target;
};

/** A link with the event it points to, or without it when the event is gone. */
export const linkResponse = (link: Buffer, event: Buffer | undefined, position: number): Buffer =>
  compose(partsOf(link, { kind: 'link', event }), position, undefined);

/** A message of a persistent subscription. */
export const persistentResponse = (
  message: Readonly<{ record: Buffer; link: ResolvedLink; position: number; retryCount: number }>,
  { structuredIds }: Readonly<{ structuredIds: boolean }>,
): Buffer => {
  const response = compose(partsOf(message.record, message.link), message.position, message.retryCount);
  if (!structuredIds) return response;
  const parsed = persistentPb.ReadResp.deserializeBinary(response);
  const event = parsed.getEvent();
  for (const recorded of [event?.getEvent(), event?.getLink()]) structure(recorded?.getId());
  return Buffer.from(parsed.serializeBinary());
};

const structure = (id: InstanceType<typeof sharedPb.UUID> | undefined): void => {
  if (id === undefined) return;
  const hex = id.getString().replaceAll('-', '');
  const structured = new sharedPb.UUID.Structured();
  structured.setMostSignificantBits(BigInt.asIntN(64, BigInt(`0x${hex.slice(0, 16)}`)).toString());
  structured.setLeastSignificantBits(BigInt.asIntN(64, BigInt(`0x${hex.slice(16)}`)).toString());
  id.setStructured(structured);
};

/** The same response with ids as two 64-bit halves, for clients that ask for them. */
export const withStructuredIds = (response: Buffer): Buffer => {
  const message = ReadResp.deserializeBinary(response);
  const event = message.getEvent();
  for (const recorded of [event?.getEvent(), event?.getLink()]) structure(recorded?.getId());
  return Buffer.from(message.serializeBinary());
};

export const confirmationResponse = (id: string): Buffer => {
  const response = new ReadResp();
  const confirmation = new ReadResp.SubscriptionConfirmation();
  confirmation.setSubscriptionId(id);
  response.setConfirmation(confirmation);
  return Buffer.from(response.serializeBinary());
};

export const checkpointResponse = (position: number): Buffer => {
  const response = new ReadResp();
  const checkpoint = new ReadResp.Checkpoint();
  checkpoint.setCommitPosition(String(position));
  checkpoint.setPreparePosition(String(position));
  response.setCheckpoint(checkpoint);
  return Buffer.from(response.serializeBinary());
};

export const streamNotFoundResponse = (stream: string): Buffer => {
  const response = new ReadResp();
  const notFound = new ReadResp.StreamNotFound();
  const identifier = new sharedPb.StreamIdentifier();
  identifier.setStreamName(Buffer.from(stream).toString('base64'));
  notFound.setStreamIdentifier(identifier);
  response.setStreamNotFound(notFound);
  return Buffer.from(response.serializeBinary());
};

export const firstPositionResponse = (revision: number): Buffer => {
  const response = new ReadResp();
  response.setFirstStreamPosition(String(revision));
  return Buffer.from(response.serializeBinary());
};

export const lastPositionResponse = (revision: number): Buffer => {
  const response = new ReadResp();
  response.setLastStreamPosition(String(revision));
  return Buffer.from(response.serializeBinary());
};

const fellBehind = new ReadResp();
fellBehind.setFellBehind(new ReadResp.FellBehind());

/** Sent when a live subscription has to read from disk what it was too slow to take from memory. */
export const fellBehindResponse = Buffer.from(fellBehind.serializeBinary());

const caughtUp = new ReadResp();
caughtUp.setCaughtUp(new ReadResp.CaughtUp());

/** Sent when a subscription has delivered all events and waits for more. */
export const caughtUpResponse = Buffer.from(caughtUp.serializeBinary());
