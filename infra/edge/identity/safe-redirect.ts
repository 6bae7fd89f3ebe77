const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/** A code is only sent to a server that proves its name, or to this person's own machine. */
export const isSafeRedirect = (text: string): boolean => {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, hash, username, password } = new URL(text);
  if (hash !== '' || username !== '' || password !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && loopback.has(hostname));
};
