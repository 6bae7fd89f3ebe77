import type { sendUnaryData, ServerUnaryCall, ServiceDefinition } from '@grpc/grpc-js';
import featuresPb from '@eventstore/db-client/generated/serverfeatures_pb.js';
import { serverVersion } from './server-version.ts';

/**
 * Features of single methods beyond their first version, by path in lower case. The client checks
 * here before it uses them.
 */
const features: Readonly<Record<string, readonly string[]>> = {
  '/event_store.client.streams.streams/read': ['position', 'events'],
  '/event_store.client.streams.streams/batchappend': ['deadline_duration'],
  '/event_store.client.persistent_subscriptions.persistentsubscriptions/create': ['stream', 'all'],
  '/event_store.client.persistent_subscriptions.persistentsubscriptions/update': ['stream', 'all'],
  '/event_store.client.persistent_subscriptions.persistentsubscriptions/delete': ['stream', 'all'],
  '/event_store.client.persistent_subscriptions.persistentsubscriptions/read': ['stream', 'all'],
  '/event_store.client.persistent_subscriptions.persistentsubscriptions/getinfo': ['stream', 'all'],
  '/event_store.client.persistent_subscriptions.persistentsubscriptions/replayparked': ['stream', 'all'],
  '/event_store.client.persistent_subscriptions.persistentsubscriptions/list': ['stream', 'all'],
  '/event_store.client.projections.projections/create': ['track_emitted_streams'],
};

/** `ServerFeatures.GetSupportedMethods`: every method of the services this node offers. */
export const serverFeatures = (services: readonly ServiceDefinition[]) => {
  const response = new featuresPb.SupportedMethods();
  response.setEventStoreServerVersion(serverVersion);
  for (const { path } of services.flatMap((service) => Object.values(service))) {
    const [, service, name] = path.split('/');
    const method = new featuresPb.SupportedMethod();
    method.setServiceName((service ?? '').toLowerCase());
    method.setMethodName((name ?? '').toLowerCase());
    method.setFeaturesList([...(features[path.toLowerCase()] ?? [])]);
    response.addMethods(method);
  }
  return {
    getSupportedMethods: (_call: ServerUnaryCall<unknown, typeof response>, callback: sendUnaryData<typeof response>) =>
      callback(null, response),
  };
};
