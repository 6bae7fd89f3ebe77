/** Lets one task through at a time, in the order they came. */
export class Gate {
  #last: Promise<unknown> = Promise.resolve();

  pass<T>(task: () => Promise<T>): Promise<T> {
    const mine = this.#last.then(task, task);
    this.#last = mine.catch(() => undefined);
    return mine;
  }
}
