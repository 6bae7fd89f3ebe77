/** A day of the calendar, as `2030-01-31`. */
export type Day = string;

const two = (number: number): string => String(number).padStart(2, '0');

/** The day of an instant in the time zone of the person who looks. */
export const dayOf = (at: Date): Day => `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;

/** Noon: a day that is 23 or 25 hours long is the same day. */
const noonOf = (day: Day): Date => new Date(`${day}T12:00:00`);

export const monthOf = (day: Day): string => day.slice(0, 7);

/** The same month, some months on. */
export const monthsOn = (month: string, count: number): string => {
  const [year = 1970, number = 1] = month.split('-').map(Number);
  const at = new Date(year, number - 1 + count, 1, 12);
  return monthOf(dayOf(at));
};

/** Another day, some days on. */
export const daysOn = (day: Day, count: number): Day => {
  const at = noonOf(day);
  at.setDate(at.getDate() + count);
  return dayOf(at);
};

/** The week of a day, from Monday to Sunday. */
export const weekOf = (day: Day): readonly Day[] => {
  const before = (noonOf(day).getDay() + 6) % 7;
  return Array.from({ length: 7 }, (_, index) => daysOn(day, index - before));
};

/** The weeks that a month touches, from Monday to Sunday. */
export const weeksOf = (month: string): readonly (readonly Day[])[] => {
  const start = weekOf(`${month}-01`)[0] ?? '';
  const weeks: (readonly Day[])[] = [];
  for (let week = 0; week < 6; week++) {
    const days = weekOf(daysOn(start, week * 7));
    if (week > 0 && days.every((day) => monthOf(day) !== month)) break;
    weeks.push(days);
  }
  return weeks;
};

/** The instants between which the weeks lie. */
export const spanOf = (weeks: readonly (readonly Day[])[]): Readonly<{ from: string; to: string }> => {
  const first = weeks[0]?.[0] ?? '';
  const last = weeks.at(-1)?.at(-1) ?? '';
  return { from: new Date(`${first}T00:00:00`).toISOString(), to: new Date(`${last}T23:59:59.999`).toISOString() };
};

/** The same time of the day, on another day. */
export const movedTo = (instant: string, day: Day): string => {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number);
  const at = new Date(instant);
  at.setFullYear(year, month - 1, date);
  return at.toISOString();
};

export const titleOfMonth = (month: string): string =>
  noonOf(`${month}-01`).toLocaleDateString(undefined, { month: 'long', year: 'numeric' });

export const titleOfWeek = ([first = '', ...others]: readonly Day[]): string => {
  const format = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'long', year: 'numeric' });
  return format.formatRange(noonOf(first), noonOf(others.at(-1) ?? first));
};

export const weekdayOf = (day: Day): string => noonOf(day).toLocaleDateString(undefined, { weekday: 'short' });

export const titleOfDay = (day: Day): string =>
  noonOf(day).toLocaleDateString(undefined, { weekday: 'long', day: 'numeric', month: 'long' });
