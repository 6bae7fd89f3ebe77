/**
 * The canonical text of a JSON value (RFC 8785): members sorted by the UTF-16 code units of their
 * names, no white space, numbers and texts as in ECMAScript. The same bytes can therefore be
 * produced in any language. Undefined members are left out.
 */
export const canonicalJson = (value: unknown): string => {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((each) => canonicalJson(each ?? null)).join(',')}]`;
  const members = value as Readonly<Record<string, unknown>>;
  let text = '';
  for (const name of Object.keys(members).sort()) {
    const member = members[name];
    if (member !== undefined) text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${canonicalJson(member)}`;
  }
  return `{${text}}`;
};
