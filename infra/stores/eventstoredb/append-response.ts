import type { Position } from '../../../domain/kernel/event.ts';
import { WireReader } from './wire.ts';

export type Appended = Readonly<{
  /** Of the last event appended. */
  revision: number;
  /** Absent where the store does not tell. */
  position: Position | undefined;
}>;

/** Why an append was refused: the name of the message the store explains it by, `WrongExpectedVersion` for example. */
export type AppendRefusal = Readonly<{ refused: string }>;

export type AppendAnswer = Readonly<{ correlation: number; outcome: Appended | AppendRefusal }>;

/** Numbers of the fields in the store's streams.proto, shared.proto and status.proto. */
const inResponse = { correlation: 1, error: 2, success: 3 };
const inSuccess = { revision: 1, position: 3 };
const inPosition = { commit: 1, prepare: 2 };
const inStatus = { details: 3 };
const inDetails = { type: 1 };
const inUuid = { structured: 1, string: 2 };
const inStructured = { least: 2 };

/** A store may answer with the text that was sent or with the same in two numbers. */
const correlationIn = (bytes: Buffer, from: number, to: number): number => {
  const fields = new WireReader(bytes, from, to);
  while (fields.next()) {
    if (fields.field === inUuid.string) return Number.parseInt(bytes.toString('latin1', fields.to - 12, fields.to), 16);
    if (fields.field !== inUuid.structured) continue;
    const halves = new WireReader(bytes, fields.from, fields.to);
    while (halves.next()) if (halves.field === inStructured.least) return halves.value;
  }
  return 0;
};

const positionIn = (bytes: Buffer, from: number, to: number): Position => {
  const fields = new WireReader(bytes, from, to);
  let [commit, prepare] = [0, 0];
  while (fields.next()) {
    if (fields.field === inPosition.commit) commit = fields.value;
    else if (fields.field === inPosition.prepare) prepare = fields.value;
  }
  return { commit: BigInt(commit), prepare: BigInt(prepare) };
};

const successIn = (bytes: Buffer, from: number, to: number): Appended => {
  const fields = new WireReader(bytes, from, to);
  let revision = 0;
  let position: Position | undefined;
  while (fields.next()) {
    if (fields.field === inSuccess.revision) revision = fields.value;
    else if (fields.field === inSuccess.position) position = positionIn(bytes, fields.from, fields.to);
  }
  return { revision, position };
};

const refusalIn = (bytes: Buffer, from: number, to: number): AppendRefusal => {
  const status = new WireReader(bytes, from, to);
  while (status.next()) {
    if (status.field !== inStatus.details) continue;
    const details = new WireReader(bytes, status.from, status.to);
    while (details.next()) {
      if (details.field !== inDetails.type) continue;
      return { refused: bytes.toString('utf8', details.from, details.to).replace(/^.*[./]/, '') };
    }
  }
  return { refused: 'Unknown' };
};

/** What the store answers to one append of a call. */
export const appendAnswer = (response: Buffer): AppendAnswer => {
  const fields = new WireReader(response, 0, response.length);
  let correlation = 0;
  let outcome: AppendAnswer['outcome'] = { refused: 'Unknown' };
  while (fields.next()) {
    if (fields.field === inResponse.correlation) correlation = correlationIn(response, fields.from, fields.to);
    else if (fields.field === inResponse.success) outcome = successIn(response, fields.from, fields.to);
    else if (fields.field === inResponse.error) outcome = refusalIn(response, fields.from, fields.to);
  }
  return { correlation, outcome };
};
