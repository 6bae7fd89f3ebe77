import type { sendUnaryData, ServerReadableStream } from '@grpc/grpc-js';
import { sizeOf, type ProposedEvent } from '../log/proposed-event.ts';
import type { WriteResult } from '../log/write-request.ts';
import {
  handlerFault,
  invalidArgument,
  maximumAppendSizeExceeded,
  missingMetadataProperty,
  streamDeleted,
  toRpcError,
} from '../protocol/rpc-error.ts';
import { WireReader } from '../protocol/wire.ts';
import type { NodeContext } from '../server/node-context.ts';
import { type AppendOptions, MissingProperty, readAppendOptions, readProposedEvent } from './append-request.ts';
import { appendSuccess, appendWrongVersion } from './append-response.ts';

const respond = (stream: string, expected: number, result: WriteResult): Buffer => {
  if (result.kind === 'written') return appendSuccess(result.last, result.position);
  if (result.kind === 'wrong-revision') return appendWrongVersion(expected, result.current);
  throw streamDeleted(stream);
};

/** One append as a stream of messages: first the options, then the events. */
class SingleAppend {
  private options: AppendOptions | undefined;
  private readonly events: ProposedEvent[] = [];
  private size = 0;

  private readonly context: NodeContext;
  private readonly call: ServerReadableStream<Buffer, Buffer>;

  constructor(context: NodeContext, call: ServerReadableStream<Buffer, Buffer>) {
    this.context = context;
    this.call = call;
  }

  take(message: Buffer): void {
    const reader = new WireReader(message);
    const field = reader.next();
    if (this.options === undefined) {
      if (field !== 1) throw handlerFault();
      this.options = readAppendOptions(reader.message());
      if (this.options.expected === undefined) throw invalidArgument("'None' is not a valid expected revision");
      return;
    }
    if (field !== 2) throw handlerFault();
    const event = readProposedEvent(reader.message());
    this.size += sizeOf(event);
    if (this.size > this.context.maxAppendSize) throw maximumAppendSizeExceeded(this.context.maxAppendSize);
    this.events.push(event);
  }

  async finish(): Promise<Buffer> {
    const { stream, expected } = this.options ?? {};
    if (stream === undefined || stream === '' || expected === undefined) throw handlerFault();
    const { access, log } = this.context;
    const principal = await access.authenticate(this.call.metadata);
    await access.checkStream(principal, 'write', stream);
    return respond(stream, expected, await log.writer.append(stream, expected, this.events));
  }
}

const refusalOf = (error: unknown): Error =>
  error instanceof MissingProperty && error.property !== 'id'
    ? missingMetadataProperty(error.property)
    : toRpcError(error);

export const singleAppend =
  (context: NodeContext) =>
  (call: ServerReadableStream<Buffer, Buffer>, callback: sendUnaryData<Buffer>): void => {
    const append = new SingleAppend(context, call);
    let settled = false;
    const settle = (error: Error | null, response?: Buffer): void => {
      if (settled) return;
      settled = true;
      callback(error, response);
    };
    call.on('data', (message: Buffer) => {
      if (settled) return;
      try {
        append.take(message);
      } catch (error) {
        settle(refusalOf(error));
      }
    });
    call.on('end', () => {
      if (settled) return;
      append.finish().then(
        (response) => settle(null, response),
        (error: unknown) => settle(refusalOf(error)),
      );
    });
    call.on('error', () => settle(handlerFault()));
  };
