/** The first difference from the recorded log, and its place. */
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

/** The bundle has a form newer than this verifier, so it may be genuine or not. */
export class NewerForm extends Error {
  override readonly name = 'NewerForm';
  readonly format: string;

  constructor(format: string) {
    super(`the bundle is of a newer form, ${format}: only a newer release can tell whether it is genuine`);
    this.format = format;
  }
}

/** The first fault of a bundle. */
export class BadBundle extends Error {
  override readonly name = 'BadBundle';
  readonly finding: Finding;

  constructor(finding: Finding) {
    super(`${placeOf(finding)}: ${finding.reason}`);
    this.finding = finding;
  }
}
