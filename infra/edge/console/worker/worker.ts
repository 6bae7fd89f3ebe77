/** The files of this build, and a name of it: the build puts them here. */
declare const CONSOLE_FILES: readonly string[];
declare const CONSOLE_VERSION: string;

declare const self: ServiceWorkerGlobalScope;

const page = '/console';
const name = `console-${CONSOLE_VERSION}`;

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(name).then((cache) => cache.addAll([page, ...CONSOLE_FILES])));
});

// A worker becomes active when no tab needs the files of the one before.
self.addEventListener('activate', (event) => {
  const others = async (): Promise<unknown> =>
    Promise.all((await caches.keys()).filter((each) => each !== name).map((each) => caches.delete(each)));
  event.waitUntil(others());
});

/** The page comes from the service, so an update is seen at once, and from the cache where the service does not answer. */
const pageFrom = async (request: Request): Promise<Response> =>
  fetch(request).catch(async (fault: unknown) => {
    const held = await caches.match(page);
    if (held === undefined) throw fault;
    return held;
  });

/** A file of one name never changes, so the cached one is as good as that of the service. */
const fileFrom = async (request: Request): Promise<Response> => (await caches.match(request)) ?? fetch(request);

// Answers of the API are never kept: what they say has to be true now, and belongs to one person.
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate' && pathname === page) event.respondWith(pageFrom(request));
  else if (CONSOLE_FILES.includes(pathname)) event.respondWith(fileFrom(request));
});

// A module, so that the names above are its own.
export {};
