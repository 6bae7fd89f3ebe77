const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Formats are slow to create, and there are some six hundred time zones, in any casing: caching
 * them changes no answer.
 */
const formatOf = (timezone: string): Intl.DateTimeFormat => {
  const key = timezone.toLowerCase();
  const known = formats.get(key);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: timezone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formats.set(key, made);
  return made;
};

/**
 * @example
 * isTimezone('Europe/Berlin'); // true
 * isTimezone('Mars/Olympus'); // false
 */
export const isTimezone = (name: string): boolean => {
  try {
    formatOf(name);
    return true;
  } catch {
    return false;
  }
};

/** A wall clock's reading, `month` 1 to 12. */
export type WallTime = Readonly<{ year: number; month: number; day: number; hour: number; minute: number }>;

const asUtc = ({ year, month, day, hour, minute }: WallTime): number => Date.UTC(year, month - 1, day, hour, minute);

/**
 * The local time at an instant (milliseconds since 1970).
 *
 * @example
 * wallTimeAt(Date.parse('2026-12-01T10:00:00Z'), 'Europe/Berlin');
 * // { year: 2026, month: 12, day: 1, hour: 11, minute: 0 }
 */
export const wallTimeAt = (instant: number, timezone: string): WallTime => {
  const parts = Object.fromEntries(
    formatOf(timezone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (name: string): number => parts[name] ?? NaN;
  return { year: part('year'), month: part('month'), day: part('day'), hour: part('hour'), minute: part('minute') };
};

const offsetAt = (instant: number, timezone: string): number => {
  const minuteStart = Math.floor(instant / 60_000) * 60_000;
  return asUtc(wallTimeAt(minuteStart, timezone)) - minuteStart;
};

/**
 * The instant of a local time. A time that occurs twice (clocks go back) means its first
 * occurrence; a skipped time (clocks go forward) means as long after the change as it would have
 * been, 02:30 becoming 03:30.
 *
 * @example
 * const skipped = { year: 2026, month: 3, day: 29, hour: 2, minute: 30 };
 * new Date(instantOf(skipped, 'Europe/Berlin')).toISOString(); // '2026-03-29T01:30:00.000Z'
 */
export const instantOf = (wall: WallTime, timezone: string): number => {
  const utc = asUtc(wall);
  const day = 86_400_000;
  const before = offsetAt(utc - day, timezone);
  const after = offsetAt(utc + day, timezone);
  const first = utc - before;
  if (offsetAt(first, timezone) === before) return first;
  const second = utc - after;
  return offsetAt(second, timezone) === after ? second : first;
};
