/** How often each thing happened, by `group: thing`: what was asked, what went wrong, where services died, what was recorded. */
export class Coverage {
  readonly #times = new Map<string, number>();

  /** From what `toJSON` gave, of another process for instance. */
  static from(times: Readonly<Record<string, number>>): Coverage {
    const coverage = new Coverage();
    coverage.add(times);
    return coverage;
  }

  count(what: string, times = 1): void {
    this.#times.set(what, (this.#times.get(what) ?? 0) + times);
  }

  add(other: Readonly<Record<string, number>>): void {
    for (const [what, times] of Object.entries(other)) this.count(what, times);
  }

  timesOf(what: string): number {
    return this.#times.get(what) ?? 0;
  }

  toJSON(): Record<string, number> {
    return Object.fromEntries(this.#times);
  }

  /** One line for each group, the most frequent first. */
  table(): string {
    const groups = new Map<string, [thing: string, times: number][]>();
    for (const [what, times] of this.#times) {
      const colon = what.indexOf(': ');
      const group = what.slice(0, colon);
      groups.set(group, [...(groups.get(group) ?? []), [what.slice(colon + 2), times]]);
    }
    const lines = [...groups]
      .sort(([a], [b]) => a.localeCompare(b))
      .flatMap(([group, things]) => [
        `${group}:`,
        ...things.sort(([, a], [, b]) => b - a).map(([thing, times]) => `  ${String(times).padStart(9)}  ${thing}`),
      ]);
    return lines.join('\n');
  }
}
