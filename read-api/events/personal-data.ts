import type { Catalogue } from '../../domain/kernel/catalogue.ts';
import type { EventMeta, NewEvent } from '../../domain/kernel/event.ts';
import { isRecord } from '../../domain/kernel/record.ts';

/** A copy without the value at a dotted path; of a list on the way, in every item. */
const without = (value: unknown, [name, ...rest]: readonly string[]): unknown => {
  if (name === undefined) return value;
  if (Array.isArray(value)) return value.map((each: unknown) => without(each, [name, ...rest]));
  if (!isRecord(value)) return value;
  const { [name]: found, ...others } = value;
  if (found === undefined) return value;
  return rest.length === 0 ? others : { ...value, [name]: without(found, rest) };
};

/** The event without its personal fields and the address of the request. */
export const withoutPersonal = <E extends NewEvent & Readonly<{ meta: EventMeta }>>(
  event: E,
  catalogue: Catalogue,
): E => {
  const fields = catalogue.definitions.get(event.type)?.personal?.fields ?? [];
  const { address: _address, ...actor } = event.meta.actor;
  const data = fields.reduce<unknown>((left, field) => without(left, field.split('.')), event.data);
  return { ...event, data, meta: { ...event.meta, actor } };
};
