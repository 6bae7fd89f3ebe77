import { Metadata, status as Status } from '@grpc/grpc-js';

type Trailers = Readonly<Record<string, string>>;

/** Header values are printable ASCII. Other characters of a name cannot be sent in one. */
const printable = (value: string): string => value.replace(/[^ -~]/g, '?');

/**
 * A refusal with the status code, message and trailers of the real server, by which clients tell
 * errors apart.
 */
export class RpcError extends Error {
  override readonly name = 'RpcError';
  readonly code: Status;
  readonly details: string;
  readonly metadata: Metadata;

  constructor(code: Status, details: string, trailers: Trailers = {}) {
    super(details);
    this.code = code;
    this.details = details;
    this.metadata = new Metadata();
    for (const [key, value] of Object.entries(trailers)) this.metadata.set(key, printable(value));
  }
}

export const accessDenied = (): RpcError =>
  new RpcError(Status.PERMISSION_DENIED, 'Access Denied', { exception: 'access-denied' });

export const unauthenticated = (): RpcError => new RpcError(Status.UNAUTHENTICATED, 'Unauthenticated');

export const streamDeleted = (stream: string): RpcError =>
  new RpcError(Status.FAILED_PRECONDITION, `Event stream '${stream}' is deleted.`, {
    exception: 'stream-deleted',
    'stream-name': stream,
  });

export const wrongExpectedVersion = (operation: string, stream: string, expected: number, actual: number): RpcError =>
  new RpcError(
    Status.FAILED_PRECONDITION,
    `${operation} failed due to WrongExpectedVersion. Stream: ${stream}, Expected version: ${expected}, Actual version: ${actual}`,
    {
      exception: 'wrong-expected-version',
      'stream-name': stream,
      'expected-version': String(expected),
      'actual-version': String(actual),
    },
  );

export const maximumAppendSizeExceeded = (bytes: number): RpcError =>
  new RpcError(Status.INVALID_ARGUMENT, `Maximum Append Size of ${bytes} Exceeded.`, {
    exception: 'maximum-append-size-exceeded',
    'maximum-append-size': String(bytes),
  });

export const missingMetadataProperty = (property: string): RpcError =>
  new RpcError(Status.INVALID_ARGUMENT, `Required Metadata Property '${property}' is missing`, {
    exception: 'missing-required-metadata-property',
    'required-metadata-properties': 'type,content-type',
  });

export const unknownError = (details: string): RpcError => new RpcError(Status.UNKNOWN, details);

/** How a fault in a handler looks to clients. */
export const handlerFault = (): RpcError => unknownError('Exception was thrown by handler.');

export const invalidArgument = (details: string): RpcError => new RpcError(Status.INVALID_ARGUMENT, details);

export const unavailable = (details: string): RpcError => new RpcError(Status.UNAVAILABLE, details);

/** The refusal for an error. An unexpected error shows no detail. */
export const toRpcError = (error: unknown): RpcError => (error instanceof RpcError ? error : handlerFault());
