import { randomUUID } from 'node:crypto';
import { AnswerTimes } from './answer-times.ts';
import type { Message } from './message.ts';

/** A connected client of a group and its messages in flight. */
export class Consumer {
  readonly id = randomUUID();
  readonly connectionName: string;
  readonly from: string;
  readonly user: string;
  /** How many messages it takes at once. */
  readonly slots: number;
  inFlight = 0;
  totalItems = 0;
  readonly answerTimes = new AnswerTimes();
  private readonly deliver: (message: Message) => void;
  private readonly onDropped: (reason: Error) => void;

  constructor(
    identity: Readonly<{ connectionName: string; from: string; user: string; slots: number }>,
    deliver: (message: Message) => void,
    onDropped: (reason: Error) => void,
  ) {
    this.connectionName = identity.connectionName;
    this.from = identity.from;
    this.user = identity.user;
    this.slots = identity.slots;
    this.deliver = deliver;
    this.onDropped = onDropped;
  }

  get hasRoom(): boolean {
    return this.inFlight < this.slots;
  }

  push(message: Message): void {
    this.inFlight += 1;
    this.totalItems += 1;
    this.deliver(message);
  }

  drop(reason: Error): void {
    this.onDropped(reason);
  }
}
