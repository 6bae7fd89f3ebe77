type JsonObject = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value as a JSON object; undefined for a list, null or a plain value. */
export const objectOf = (value: unknown): JsonObject | undefined => (isObject(value) ? value : undefined);

/** The object that bytes hold as JSON; undefined for other JSON. Bytes that are no JSON throw. */
export const objectIn = (bytes: Buffer): JsonObject | undefined => objectOf(JSON.parse(bytes.toString()));
