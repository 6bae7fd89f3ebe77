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

/** A bundle is of a form that was made after its verifier: it may be genuine or not. */
export class NewerForm extends Error {
  override readonly name = 'NewerForm';
  readonly format: string;

  constructor(format: string) {
    super(`the bundle is of a newer form, ${format}: only a newer release can tell whether it is genuine`);
    this.format = format;
  }
}

/** The first thing that is wrong with a bundle. */
export class BadBundle extends Error {
  override readonly name = 'BadBundle';
  readonly finding: Finding;

  constructor(finding: Finding) {
    super(`${placeOf(finding)}: ${finding.reason}`);
    this.finding = finding;
  }
}
