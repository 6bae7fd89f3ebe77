/** Hosts of content delivery networks and object stores, each with everything below it. */
const trustedHosts = [
  'amazonaws.com',
  'azureedge.net',
  'backblazeb2.com',
  'blob.core.windows.net',
  'b-cdn.net',
  'cloudfront.net',
  'digitaloceanspaces.com',
  'fastly.net',
  'akamaized.net',
  'r2.cloudflarestorage.com',
  'r2.dev',
  'storage.googleapis.com',
  'wasabisys.com',
];

/** Whether a picture comes by HTTPS from a content delivery network or an object store. */
export const isAtTrustedHost = (url: string): boolean => {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, username, password, port } = new URL(url);
  if (protocol !== 'https:' || username !== '' || password !== '' || port !== '') return false;
  return trustedHosts.some((host) => hostname === host || hostname.endsWith(`.${host}`));
};
