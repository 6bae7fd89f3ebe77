const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/**
 * The canonical text of a JSON value (RFC 8785): members sorted by the UTF-16 code units of their
 * names, no white space, numbers and texts as in ECMAScript. The same bytes can therefore be
 * produced in any language. Undefined members are left out.
 */
export const canonicalJson = (value: unknown): string => {
  if (!isObject(value)) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((each) => canonicalJson(each ?? null)).join(',')}]`;
  let text = '';
  for (const name of Object.keys(value).sort()) {
    const member = value[name];
    if (member !== undefined) text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${canonicalJson(member)}`;
  }
  return `{${text}}`;
};
