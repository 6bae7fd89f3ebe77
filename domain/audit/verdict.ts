/** Where something is not as it was recorded, and in which way. */
export type Finding = Readonly<{
  /** The line of the bundle, from 1. */
  line?: number;
  /** The place in the log, from 0, where that is known. */
  index?: number | undefined;
  eventId?: string | undefined;
  reason: string;
}>;

const placeOf = ({ line, index, eventId }: Finding): string =>
  [
    line === undefined ? undefined : `line ${line}`,
    index === undefined ? undefined : `event ${index} of the log`,
    eventId === undefined ? undefined : `id ${eventId}`,
  ]
    .filter((part) => part !== undefined)
    .join(', ');

/** The first thing that is wrong with a bundle. */
export class BadBundle extends Error {
  override readonly name = 'BadBundle';
  readonly finding: Finding;

  constructor(finding: Finding) {
    super(`${placeOf(finding)}: ${finding.reason}`);
    this.finding = finding;
  }
}
