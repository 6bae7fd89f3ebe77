import type { Message } from './message.ts';

/**
 * The messages that wait for a consumer: first the retries, in the order of the source, then the
 * new ones.
 */
export class MessageBuffer {
  private retries: Message[] = [];
  private fresh: Message[] = [];

  get freshCount(): number {
    return this.fresh.length;
  }

  get retryCount(): number {
    return this.retries.length;
  }

  add(message: Message): void {
    this.fresh.push(message);
  }

  addRetry(message: Message): void {
    if (message.isReplayed) {
      this.retries.push(message);
      return;
    }
    const before = this.retries.findIndex((other) => !other.isReplayed && other.at > message.at);
    if (before < 0) this.retries.push(message);
    else this.retries.splice(before, 0, message);
  }

  /**
   * Offers the messages in order. `take` answers `taken`, `skip` (the message waits and the next
   * one is offered) or `stop`.
   */
  offer(take: (message: Message) => 'taken' | 'skip' | 'stop'): void {
    const [retries, goesOn] = this.offerFrom(this.retries, take);
    this.retries = retries;
    if (goesOn) [this.fresh] = this.offerFrom(this.fresh, take);
  }

  /** The first waiting message in the order of the source, if any. */
  lowest(): Message | undefined {
    let lowest = this.fresh[0];
    for (const message of this.retries) {
      if (message.isReplayed) continue;
      if (lowest === undefined || message.sequence < lowest.sequence) lowest = message;
    }
    return lowest;
  }

  private offerFrom(messages: Message[], take: (message: Message) => 'taken' | 'skip' | 'stop'): [Message[], boolean] {
    const left: Message[] = [];
    for (const [index, message] of messages.entries()) {
      const answer = take(message);
      if (answer === 'skip') left.push(message);
      else if (answer === 'stop')
        return [index === left.length ? messages.slice(index) : [...left, ...messages.slice(index)], false];
    }
    return [left, true];
  }
}
