import type { Claimed } from './instance-store.ts';

/** Receives each action and each fault around it. */
export type WorkerReport = Readonly<{
  started?(claimed: Claimed): void;
  acted?(claimed: Claimed, milliseconds: number): void;
  failed(claimed: Claimed, error: unknown, milliseconds: number): void;
  /** The action waits: for the event store, which did not answer, or for a place at a server. */
  postponed?(claimed: Claimed, error: unknown, milliseconds: number): void;
  /** Leases of this worker without a running action were released. */
  released?(leases: number): void;
  /** The database did not answer; the worker retries. */
  fault(error: unknown): void;
}>;
