import { status as Status } from '@grpc/grpc-js';
import { RpcError } from '../protocol/rpc-error.ts';
import type { GroupName } from './group-settings.ts';

const trailers = (exception: string, { stream, group }: GroupName): Record<string, string> => ({
  exception,
  'stream-name': stream,
  'group-name': group,
});

export const groupFailed = (name: GroupName, reason: string): RpcError =>
  new RpcError(Status.INTERNAL, `Subscription group ${name.group} on stream ${name.stream} failed: '${reason}'`, {
    ...trailers('persistent-subscription-failed', name),
    reason,
  });

export const groupDoesNotExist = (name: GroupName): RpcError =>
  new RpcError(
    Status.NOT_FOUND,
    `Subscription group ${name.group} on stream ${name.stream} does not exist.`,
    trailers('persistent-subscription-does-not-exist', name),
  );

export const groupExists = (name: GroupName): RpcError =>
  new RpcError(
    Status.ALREADY_EXISTS,
    `Subscription group ${name.group} on stream ${name.stream} exists.`,
    trailers('persistent-subscription-exists', name),
  );

export const tooManySubscribers = (name: GroupName): RpcError =>
  new RpcError(
    Status.FAILED_PRECONDITION,
    `Maximum subscriptions reached for subscription group ${name.group} on stream ${name.stream}.`,
    trailers('maximum-subscribers-reached', name),
  );

export const groupDropped = (name: GroupName): RpcError =>
  new RpcError(
    Status.CANCELLED,
    `Subscription group ${name.group} on stream ${name.stream} was dropped.`,
    trailers('persistent-subscription-dropped', name),
  );
