import { randomUUID } from 'node:crypto';
import type { ServerDuplexStream } from '@grpc/grpc-js';
import persistentPb from '@eventstore/db-client/generated/persistent_pb.js';
import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import { canonicalId } from '../protocol/event-id.ts';
import { persistentResponse } from '../protocol/read-response.ts';
import { handlerFault, invalidArgument, toRpcError } from '../protocol/rpc-error.ts';
import { Outlet } from '../read/outlet.ts';
import type { NodeContext } from '../server/node-context.ts';
import { Consumer } from './consumer.ts';
import type { Group, NackAction } from './group.ts';
import { streamNameOf } from './group-request.ts';
import type { Groups } from './groups.ts';

type Request = InstanceType<typeof persistentPb.ReadReq>;
type Call = ServerDuplexStream<Request, Buffer>;

const { Action } = persistentPb.ReadReq.Nack;

const actions = new Map<number, NackAction>([
  [Action.UNKNOWN, 'unknown'],
  [Action.PARK, 'park'],
  [Action.RETRY, 'retry'],
  [Action.SKIP, 'skip'],
  [Action.STOP, 'stop'],
]);

const idOf = (id: InstanceType<typeof sharedPb.UUID>): string => {
  const structured = id.getStructured();
  if (structured === undefined) return canonicalId(id.getString());
  const half = (text: string): string => BigInt.asUintN(64, BigInt(text)).toString(16).padStart(16, '0');
  return canonicalId(half(structured.getMostSignificantBits()) + half(structured.getLeastSignificantBits()));
};

const confirmation = (id: string): Buffer => {
  const confirmed = new persistentPb.ReadResp.SubscriptionConfirmation();
  confirmed.setSubscriptionId(id);
  const response = new persistentPb.ReadResp();
  response.setSubscriptionConfirmation(confirmed);
  return Buffer.from(response.serializeBinary());
};

/**
 * One client connected to a group. It first names the group and then acknowledges or rejects its
 * messages.
 */
class Connection {
  private readonly context: NodeContext;
  private readonly groups: Groups;
  private readonly call: Call;
  private readonly outlet: Outlet<Request>;
  private joined: { group: Group; consumer: Consumer } | undefined;
  private isOpened = false;

  constructor(context: NodeContext, groups: Groups, call: Call) {
    this.context = context;
    this.groups = groups;
    this.call = call;
    this.outlet = new Outlet(call);
    this.outlet.signal.addEventListener('abort', () => this.leave());
  }

  take(request: Request): void {
    if (!this.isOpened) {
      this.isOpened = true;
      this.call.pause();
      this.open(request).then(
        () => this.call.resume(),
        (error: unknown) => this.outlet.fail(error),
      );
      return;
    }
    const { group } = this.joined ?? {};
    if (group === undefined) return;
    const ack = request.getAck();
    const nack = request.getNack();
    if (ack !== undefined) group.ack(ack.getIdsList().map(idOf));
    else if (nack !== undefined) {
      const action = actions.get(nack.getAction());
      if (action === undefined) throw invalidArgument(`'${String(nack.getAction())}' is not a valid action`);
      group.nack(nack.getIdsList().map(idOf), action, nack.getReason());
    } else throw invalidArgument("'Options' is not a valid content");
  }

  /** The client ended its side of the call. */
  end(): void {
    this.leave();
    this.outlet.end();
  }

  leave(): void {
    const { joined } = this;
    this.joined = undefined;
    joined?.group.disconnect(joined.consumer);
  }

  private async open(request: Request): Promise<void> {
    const options = request.getOptions();
    if (options === undefined) throw handlerFault();
    const stream = options.hasAll() ? '$all' : streamNameOf(options.getStreamIdentifier());
    const principal = await this.context.access.authenticate(this.call.metadata);
    this.context.access.checkRole(principal);
    await this.context.access.checkStream(principal, 'read', stream);
    const slots = options.getBufferSize();
    if (stream === '' || slots < 1) throw handlerFault();
    const isStructured = options.getUuidOption()?.hasString() !== true;
    const group = this.groups.get({ stream, group: options.getGroupName() });
    const [connectionName] = this.call.metadata.get('connection-name');
    const consumer = new Consumer(
      {
        connectionName: connectionName?.toString() ?? '<unknown>',
        from: this.call.getPeer(),
        user: principal.name,
        slots,
      },
      // Nothing waits here: a consumer never gets more messages than it has slots for.
      (message) => void this.outlet.send(persistentResponse(message, { structuredIds: isStructured })),
      (reason) => void this.outlet.fail(reason),
    );
    if (this.outlet.isClosed) return;
    group.connect(consumer);
    this.joined = { group, consumer };
    void this.outlet.send(confirmation(randomUUID()));
    group.dispatch();
  }
}

/** `PersistentSubscriptions.Read`. */
export const connect =
  (context: NodeContext, groups: Groups) =>
  (call: Call): void => {
    const connection = new Connection(context, groups, call);
    call.on('data', (request: Request) => {
      try {
        connection.take(request);
      } catch (error) {
        connection.leave();
        call.emit('error', toRpcError(error));
      }
    });
    call.on('end', () => connection.end());
  };
