/**
 * The name under which a worker holds leases. It ends with the database session that proves it; the
 * next name differs.
 */
export interface WorkerName {
  /** The current name, with a signal that aborts when the name is lost. */
  held(): Promise<Readonly<{ name: string; lost: AbortSignal }>>;
}

/**
 * Why an action ends early: its worker lost its name, or the lease of the instance passed to another.
 *
 * @example
 * new LeaseLost('another worker has the instance').name; // 'LeaseLost'
 */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}
