import type { Platform } from '../../../domain/platforms/platform.ts';
import { sandboxApps } from './client-registrations.ts';

/** Whether these are the credentials of the one client that the sandbox registers. */
export const isClient = (platform: Platform, id: string | undefined, secret?: string): boolean => {
  const app = sandboxApps[platform];
  return id === app?.clientId && (secret === undefined || secret === app?.clientSecret);
};

/** Whether a platform accepts this redirect address: HTTPS, or this machine. */
export const isRedirectUri = (uri: string | null): uri is string => {
  if (uri === null || !URL.canParse(uri)) return false;
  const { protocol, hostname, hash } = new URL(uri);
  const here = hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]';
  return (protocol === 'https:' || (protocol === 'http:' && here)) && hash === '';
};
