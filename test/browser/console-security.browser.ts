import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { TOTP, URI } from 'otpauth';
import type { Browser, Page } from 'playwright-core';
import decodeQR from 'qr/decode.js';
import sharp from 'sharp';
import { signInWithin } from '../support/console-sign-in.ts';
import { cookieBrowser } from '../support/cookie-browser.ts';
import { useInstallation } from '../support/installation.ts';
import { openBrowser } from './browser.ts';

const pictures = path.resolve(import.meta.dirname, '../../test-output');
const owner = { name: 'Olga', email: 'olga@example.com', password: 'violet-tram-97-pond', workspace: 'Acme' };

/** What the camera of a telephone reads in a picture. */
const textOfQr = async (picture: Buffer): Promise<string> => {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return decodeQR({ width: info.width, height: info.height, data });
};

describe('a person who secures the sign-in in a browser', function () {
  this.timeout(60_000);
  const site = useInstallation(() => ({}));
  let browser: Browser;
  let page: Page;
  const complaints: string[] = [];

  const begin = async (): Promise<void> => {
    await page.goto(`${site.origin}/console#/security`);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByLabel('E-mail').fill(owner.email);
    await page.getByLabel('Password').fill(owner.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  };

  before(async () => {
    mkdirSync(pictures, { recursive: true });
    expect((await cookieBrowser(site.origin).go(site.setUpUrl, owner)).status).to.equal(200);
    browser = await openBrowser();
    const context = await browser.newContext({
      permissions: ['clipboard-read', 'clipboard-write'],
      deviceScaleFactor: 2,
    });
    page = await context.newPage();
    page.on('pageerror', (fault) => complaints.push(String(fault)));
    page.on('console', (message) => {
      // A refusal that the page shows is no fault of the page.
      if (message.type() === 'error' && !message.text().includes('status of 40')) complaints.push(message.text());
    });
    await begin();
    await page.getByRole('heading', { name: 'Security' }).waitFor();
  });
  after(() => browser?.close());
  afterEach(async function () {
    if (this.currentTest?.state === 'failed')
      await page.screenshot({ path: path.join(pictures, 'console-security-failure.png'), fullPage: true });
  });

  it('lists the sessions, and ends the others', async () => {
    const stolen = await signInWithin(site.origin, owner);
    await page.reload();
    await page.getByRole('button', { name: /^End the session from/ }).waitFor();
    await page.getByText('this session', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'End all others' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'End all others' }).click();
    await page.getByText('The other sessions have ended.').waitFor();
    await page.getByRole('button', { name: /^End the session from/ }).waitFor({ state: 'detached' });
    const headers = { authorization: `Bearer ${stolen.token}` };
    expect((await fetch(`${site.origin}/v1/users/me`, { headers })).status).to.equal(401);
  });

  let codes: readonly string[] = [];

  it('sets up a second factor with the code that a telephone reads on the page', async () => {
    await page.getByRole('button', { name: 'Set up a second factor' }).click();
    await page.getByText('The current password is missing').waitFor();
    await page.getByLabel('Your password').fill(owner.password);
    await page.getByRole('button', { name: 'Set up a second factor' }).click();
    const code = page.getByRole('img', { name: 'QR code for the authenticator application' });
    await code.waitFor();
    await page.screenshot({ path: path.join(pictures, 'console-second-factor.png'), fullPage: true });
    const totp = URI.parse(await textOfQr(await code.screenshot()));
    expect(totp).to.be.instanceOf(TOTP);
    expect(totp.secret.base32).to.equal(await page.locator('code.secret').innerText());
    await page.getByLabel('Code', { exact: true }).fill((totp as TOTP).generate());
    await page.getByRole('button', { name: 'Switch it on' }).click();
    await page.getByText('The second factor is on.').waitFor();
    codes = await page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allInnerTexts();
    expect(codes).to.have.length(10);
  });

  it('keeps the recovery codes by the clipboard or as a file, and sees them once', async () => {
    await page.getByRole('button', { name: 'Copy the recovery codes' }).click();
    await page.getByText('copied').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).to.equal(`${codes.join('\n')}\n`);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download' }).click(),
    ]);
    expect(download.suggestedFilename()).to.equal('recovery-codes.txt');
    expect(readFileSync(await download.path(), 'utf8')).to.equal(`${codes.join('\n')}\n`);
    await page.screenshot({ path: path.join(pictures, 'console-recovery-codes.png'), fullPage: true });
    await page.reload();
    await page.getByText('Recovery codes left: 10').waitFor();
    expect(await page.getByText(codes[0] ?? '?').count()).to.equal(0);
  });

  it('signs in with a recovery code, gets new ones, and switches the second factor off', async () => {
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(`${site.origin}/oidc/session/end**`);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await begin();
    await page.getByLabel('Code of your authenticator application').fill(codes[0] ?? '');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Recovery codes left: 9').waitFor();
    await page.getByLabel('Code, or a recovery code').fill(codes[1] ?? '');
    await page.getByRole('button', { name: 'Get new recovery codes' }).click();
    await page.getByText('Recovery codes left: 10').waitFor();
    const made = await page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allInnerTexts();
    expect(made).not.to.include(codes[2]);
    await page.getByLabel('Code, or a recovery code').fill(codes[2] ?? '');
    await page.getByRole('button', { name: 'Switch it off' }).click();
    await page.getByText('The code is wrong or was used before').waitFor();
    await page.getByLabel('Code, or a recovery code').fill(made[0] ?? '');
    await page.getByRole('button', { name: 'Switch it off' }).click();
    await page.getByText('The second factor is off.').waitFor();
    await signInWithin(site.origin, owner);
  });

  it('fits a telephone, and breaks no rule of its own', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.reload();
    await page.getByText('this session', { exact: true }).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).to.equal(true);
    expect(complaints).to.deep.equal([]);
  });
});
