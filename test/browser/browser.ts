import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { chromium, type Browser } from 'playwright-core';
import { selfSigned } from '../support/certificate.ts';

/** Chromium without windows first: it takes less processor time than the whole one. */
const places = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** A real browser without a window. CHROMIUM names it where it lies elsewhere; its absence fails, it skips nothing. */
export const openBrowser = async (): Promise<Browser> => {
  const executablePath = process.env['CHROMIUM'] ?? places.find((place) => existsSync(place));
  if (executablePath === undefined)
    throw new Error(
      'these tests need a Chromium: install the package chromium-headless-shell or chromium, or set CHROMIUM to its path',
    );
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'] });
};

/** The web application of an integrator: platforms send people back to it, over HTTPS, and it notes with what. */
export class IntegratorApp {
  readonly #server: Server;
  #arrived: ((url: URL) => void) | undefined;

  constructor() {
    this.#server = createServer(selfSigned(), (request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome back</h1>');
      const url = new URL(request.url ?? '/', this.origin);
      if (url.pathname === '/oauth/back') this.#arrived?.(url);
    });
  }

  get origin(): string {
    return `https://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  get redirectUri(): string {
    return `${this.origin}/oauth/back`;
  }

  /** The address the next person comes back with. */
  returning(): Promise<URL> {
    return new Promise((resolve) => (this.#arrived = resolve));
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
