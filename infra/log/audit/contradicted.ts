import type { Finding } from '@social-publishing/audit-proofs';

/** The log, the tree over it and the signed checkpoints contradict each other. */
export class LogContradicted extends Error {
  override readonly name = 'LogContradicted';
  readonly finding: Finding;

  constructor(finding: Finding) {
    const { index, eventId, reason } = finding;
    super(
      [index !== undefined && `event ${index} of the log`, eventId && `id ${eventId}`, reason]
        .filter(Boolean)
        .join(': '),
    );
    this.finding = finding;
  }
}
