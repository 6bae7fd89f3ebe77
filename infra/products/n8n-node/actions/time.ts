/** How far the clocks of a zone are ahead of UTC at an instant, in milliseconds. */
const offsetAt = (instant: number, timeZone: string): number => {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  const name = format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours = '0', minutes = '0', seconds = '0'] = /GMT([+-])(\d+):(\d+)(?::(\d+))?/.exec(name) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
};

const isLuxon = (given: unknown): given is { toISO(): string } =>
  typeof given === 'object' && given !== null && 'toISO' in given && typeof given.toISO === 'function';

/**
 * The instant that a field of the editor means. Its picker gives what a clock shows, which is read in the zone of the
 * workflow; an expression may give an instant, or a `DateTime` of Luxon. A time that the clocks skip is an hour later.
 */
export const instantOf = (given: unknown, timeZone: string): string => {
  const said = isLuxon(given) ? given.toISO() : given;
  const text = said instanceof Date ? said.toISOString() : String(said ?? '').trim();
  const hasZone = /(?:Z|[+-]\d{2}:?\d{2})$/i.test(text.replace(/^\d{4}-\d{2}-\d{2}/, ''));
  const shown = Date.parse(hasZone ? text : `${text.replace(' ', 'T')}${text.includes(':') ? '' : 'T00:00'}Z`);
  if (Number.isNaN(shown)) throw new Error(`"${text}" is no time, such as 2031-05-01T09:00:00`);
  if (hasZone) return new Date(shown).toISOString();
  const guess = shown - offsetAt(shown, timeZone);
  return new Date(shown - offsetAt(guess, timeZone)).toISOString();
};
