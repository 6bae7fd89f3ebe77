/** Lets the browser keep the console, so that it opens without a connection too. Browsers allow it over HTTPS and on this machine. */
export const keepForOffline = async (): Promise<void> => {
  if (!('serviceWorker' in navigator)) return;
  // Without the worker the console works as well, with a connection.
  await navigator.serviceWorker.register('/console/worker.js', { scope: '/console' }).catch(() => undefined);
};
