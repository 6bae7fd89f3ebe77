import {
  type CallOptions,
  ChannelCredentials,
  type ClientUnaryCall,
  credentials,
  Metadata,
  type ServiceError,
} from '@grpc/grpc-js';

type Unary<Request, Response> = (
  request: Request,
  metadata: Metadata,
  options: CallOptions,
  callback: (error: ServiceError | null, response: Response) => void,
) => ClientUnaryCall;

/** Calls a method of the protocol that the client library has no function for. */
export const call = <Request, Response>(
  service: object,
  method: Unary<Request, Response> | undefined,
  request: Request,
  { user, deadlineMs = 20_000 }: { user?: string; deadlineMs?: number } = {},
): Promise<Response> =>
  new Promise((resolve, reject) => {
    method?.call(service, request, metadataOf(user), { deadline: Date.now() + deadlineMs }, (error, response) =>
      error === null ? resolve(response) : reject(error),
    );
  });

/** `name:password` as the header it travels in. */
export const metadataOf = (user: string | undefined): Metadata => {
  const metadata = new Metadata();
  if (user !== undefined) metadata.set('authorization', `Basic ${Buffer.from(user).toString('base64')}`);
  return metadata;
};

export const channel = (ca?: Buffer): ChannelCredentials =>
  ca === undefined ? credentials.createInsecure() : credentials.createSsl(ca);
