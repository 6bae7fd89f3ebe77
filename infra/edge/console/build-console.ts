import { keepConsole } from './console-build.ts';

/** `npm run console` builds the console, so that no service builds it at its first request. */
await keepConsole();
