/** The time zone of this browser: what a person writes and reads is in it. */
export const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

const two = (number: number): string => String(number).padStart(2, '0');

/** An instant in the form of a `datetime-local` field. */
export const localTime = (instant: string): string => {
  const at = new Date(instant);
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`;
};

/** A moment as a person says it, in a time zone: `Mon, 30 Nov, 09:00`. */
export const spokenIn = (instant: string, timeZone: string): string =>
  new Date(instant).toLocaleString(undefined, {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  });

/** A moment with its date and time, in the time zone of this reader. */
export const writtenMoment = (instant: string): string =>
  new Date(instant).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** A sentence of the service, whose instants are exact, as this reader says it. */
export const withMoments = (sentence: string): string =>
  sentence.replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, writtenMoment);
