const secretNames =
  /^(access_?token|refresh_?token|client_secret|code|code_verifier|password|token|assertion|input_token)$/i;

/** Values too short to be secrets would blank out ordinary words. */
const shortest = 6;

const named = (entries: Iterable<[string, unknown]>): string[] =>
  [...entries].flatMap(([name, value]) => (secretNames.test(name) && typeof value === 'string' ? [value] : []));

/** The secrets a request carries: in its authorization header, its query, and its form or JSON fields of a telling name. */
export const secretsOf = (request: {
  url: string;
  headers: Readonly<Record<string, string>>;
  fields: Readonly<Record<string, unknown>>;
  secrets: readonly string[];
}): readonly string[] => {
  const credential = Object.entries(request.headers)
    .filter(([name]) => /^(authorization|dpop|access-token)$/i.test(name))
    .map(([, value]) => value.replace(/^\w+ /, ''));
  const query = URL.canParse(request.url) ? new URL(request.url).searchParams.entries() : [];
  return [
    ...new Set([...request.secrets, ...credential, ...named(query), ...named(Object.entries(request.fields))]),
  ].filter((secret) => secret.length >= shortest);
};

/** The text without any of the secrets, plain or percent-encoded. */
export const scrubbed = (text: string, secrets: readonly string[]): string =>
  secrets
    .flatMap((secret) => [secret, encodeURIComponent(secret)])
    .reduce((result, secret) => result.replaceAll(secret, '[secret]'), text);
