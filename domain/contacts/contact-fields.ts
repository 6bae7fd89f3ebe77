import { z } from 'zod';
import { JsonValue } from '../kernel/json-value.ts';
import { isStorable } from '../kernel/stored-text.ts';
import { Platform, platformFrom } from '../platforms/platform.ts';
import { maxTags } from './contact.ts';

const text = (most: number) => z.string().max(most).refine(isStorable, 'has characters that cannot be stored');

export const Name = text(255);

export const Tag = text(100)
  .transform((tag) => tag.trim())
  .pipe(z.string().min(1, 'must not be empty'))
  .refine((tag) => !tag.includes(','), 'must not contain a comma, which separates tags')
  .meta({ description: '1 to 100 characters, without a comma' });

export const Tags = z
  .array(Tag)
  .max(maxTags)
  .transform((tags) => [...new Set(tags)]);

export const PlatformField = z
  .string()
  .transform((named) => platformFrom(named) ?? named)
  .pipe(Platform)
  .meta({ override: { type: 'string', description: 'A platform constant, in any casing' } });

/** `4.91512E+11` and `4,91512E+11`, or `491512345678.0`: what spreadsheets make of a long number. No id has either form. */
const isShortened = (id: string): boolean => /^[+-]?\d+(?:[.,]\d+)?e\+\d+$/i.test(id) || /^\d{6,}[.,]0+$/.test(id);

export const PlatformId = text(200)
  .pipe(z.string().trim().min(1))
  .refine((id) => !isShortened(id), {
    error:
      'is a number that a spreadsheet shortened, so its digits are lost: format the column as text, enter the number ' +
      'again and export the file again',
  });

export const AvatarUrl = z.url({ protocol: /^https$/, error: 'must be an HTTPS address' }).max(2_048);

const maxCustomFields = 50;
const maxCustomFieldsLength = 10_000;

const sorted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sorted)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .sort(([one], [other]) => (one < other ? -1 : 1))
            .map(([name, inner]) => [name, sorted(inner)]),
        )
      : value;

/** The workspace's own fields as JSON with its keys in order: equal fields are equal texts. */
export const CustomFields = z
  .record(z.string().min(1).max(100), JsonValue)
  .refine((fields) => Object.keys(fields).length <= maxCustomFields, `at most ${maxCustomFields} fields`)
  .transform((fields) => JSON.stringify(sorted(fields)))
  .refine((json) => json.length <= maxCustomFieldsLength, `at most ${maxCustomFieldsLength} characters of JSON`)
  // JSON writes these characters as escapes.
  .refine((json) => !/\\u(?:0000|d[89a-f])/i.test(json), 'has characters that cannot be stored')
  .meta({
    override: {
      type: 'object',
      additionalProperties: true,
      description: `At most ${maxCustomFields} fields, and ${maxCustomFieldsLength} characters as JSON`,
    },
  });
