import type { SandboxApp } from './client-registrations.ts';
import type { SandboxWorld } from './platform.ts';

/** Whether these are the credentials of a client that the sandbox registers. */
export const isClient = (
  { apps }: Pick<SandboxWorld, 'apps'>,
  name: SandboxApp,
  id: string | undefined,
  secret?: string,
): boolean => {
  const app = apps[name];
  return id === app.clientId && (secret === undefined || secret === app.clientSecret);
};

/** Whether a platform accepts this redirect address: HTTPS, or this machine. */
export const isRedirectUri = (uri: string | null): uri is string => {
  if (uri === null || !URL.canParse(uri)) return false;
  const { protocol, hostname, hash } = new URL(uri);
  const here = hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]';
  return (protocol === 'https:' || (protocol === 'http:' && here)) && hash === '';
};
