/** A sleep that can be cut short. A wake-up between two sleeps is kept for the next one. */
export class WakeUp {
  #pending = false;
  #wake: (() => void) | undefined;

  now(): void {
    if (this.#wake) this.#wake();
    else this.#pending = true;
  }

  async within(milliseconds: number): Promise<void> {
    if (this.#pending) {
      this.#pending = false;
      return;
    }
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#wake = undefined;
  }
}
