import { expect } from 'chai';
import { Timezone } from '../../../domain/kernel/timezone.ts';
import { instantOf, isTimezone, wallTimeAt } from '../../../domain/kernel/wall-time.ts';

const wall = (text: string) => {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = text.split(/[-T:]/).map(Number);
  return { year, month, day, hour, minute };
};
const instantIn = (timezone: string, text: string): string => new Date(instantOf(wall(text), timezone)).toISOString();
const berlin = (text: string): string => instantIn('Europe/Berlin', text);

describe('a time zone', () => {
  it('is known by its IANA name, in any casing', () => {
    for (const name of ['Europe/Berlin', 'europe/berlin', 'UTC', 'Asia/Kolkata'])
      expect(Timezone.safeParse(name).success, name).to.equal(true);
  });

  it('is no offset, no unknown name and no long text', () => {
    for (const name of ['+02:00', '', 'Europe/Nowhere', 'x'.repeat(65), '1Europe/Berlin'])
      expect(Timezone.safeParse(name).success, name).to.equal(false);
    expect(isTimezone('Europe/Nowhere')).to.equal(false);
    expect(isTimezone('Europe/Berlin')).to.equal(true);
  });
});

describe('a local time', () => {
  it('is read at an instant, with the month from 1 on', () => {
    expect(wallTimeAt(Date.parse('2026-01-15T12:34:56Z'), 'Europe/Berlin')).to.deep.equal(wall('2026-01-15T13:34'));
    expect(wallTimeAt(Date.parse('2026-01-15T23:00:00Z'), 'Europe/Berlin')).to.deep.equal(wall('2026-01-16T00:00'));
  });

  it('has an instant, by the offset of its day', () => {
    expect(berlin('2026-01-15T13:00')).to.equal('2026-01-15T12:00:00.000Z');
    expect(berlin('2026-07-15T13:00')).to.equal('2026-07-15T11:00:00.000Z');
    expect(instantIn('Asia/Kolkata', '2026-07-15T13:00')).to.equal('2026-07-15T07:30:00.000Z');
  });

  it('that occurs twice is its first occurrence', () => {
    expect(berlin('2026-10-25T02:30')).to.equal('2026-10-25T00:30:00.000Z');
    expect(berlin('2026-10-25T01:59')).to.equal('2026-10-24T23:59:00.000Z');
    expect(berlin('2026-10-25T03:00')).to.equal('2026-10-25T02:00:00.000Z');
  });

  it('that is skipped is as long after the change', () => {
    // 02:30 does not exist; 03:30 does.
    expect(berlin('2026-03-29T02:30')).to.equal('2026-03-29T01:30:00.000Z');
    expect(berlin('2026-03-29T01:59')).to.equal('2026-03-29T00:59:00.000Z');
    expect(berlin('2026-03-29T03:00')).to.equal('2026-03-29T01:00:00.000Z');
  });
});
