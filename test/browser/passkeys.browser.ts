import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { useInstallation } from '../support/installation.ts';
import { openBrowser } from './browser.ts';

const pictures = path.resolve(import.meta.dirname, '../../test-output');
const owner = { name: 'Olga', email: 'olga@example.com', workspace: 'Acme' };

describe('a person with passkeys in a browser', function () {
  this.timeout(60_000);
  const site = useInstallation(() => ({}));
  let browser: Browser;
  let page: Page;
  let devices: CDPSession;
  const complaints: string[] = [];

  /** A device in the browser, whose person it recognises, or not. */
  const addDevice = async (isUserVerified = true): Promise<string> => {
    const options = {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified,
      automaticPresenceSimulation: true,
    } as const;
    return (await devices.send('WebAuthn.addVirtualAuthenticator', { options })).authenticatorId;
  };
  const passkeysOf = async (authenticatorId: string): Promise<number> =>
    (await devices.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length;
  const signOut = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(`${site.origin}/oidc/session/end**`);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
  };
  const begin = async (): Promise<void> => {
    await page.goto(`${site.origin}/console#/security`);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();
  };

  before(async () => {
    mkdirSync(pictures, { recursive: true });
    browser = await openBrowser();
    const context = await browser.newContext();
    page = await context.newPage();
    // A device of the browser answers at once to a page that offers passkeys in the field of the address. One test is of that.
    await page.addInitScript(
      `PublicKeyCredential.isConditionalMediationAvailable = async () => sessionStorage.getItem('offered') !== null;`,
    );
    devices = await context.newCDPSession(page);
    await devices.send('WebAuthn.enable');
    page.on('pageerror', (fault) => complaints.push(String(fault)));
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().includes('status of 40')) complaints.push(message.text());
    });
  });
  after(() => browser?.close());
  afterEach(async function () {
    if (this.currentTest?.state === 'failed')
      await page.screenshot({ path: path.join(pictures, 'passkeys-failure.png'), fullPage: true });
  });

  let telephone: string;

  it('becomes the first owner with a passkey, and signs in without typing anything', async () => {
    telephone = await addDevice();
    await page.goto(site.setUpUrl);
    await page.getByRole('button', { name: 'Set up with a passkey' }).click();
    expect(await passkeysOf(telephone), 'the form is not complete').to.equal(0);
    await page.getByLabel('Your name').fill(owner.name);
    await page.getByLabel('E-mail').fill(owner.email);
    await page.getByLabel('Name of the workspace').fill(owner.workspace);
    await page.getByRole('button', { name: 'Set up with a passkey' }).click();
    await page.getByText('The installation is set up').first().waitFor();
    expect(await passkeysOf(telephone)).to.equal(1);
    await begin();
    await page.screenshot({ path: path.join(pictures, 'sign-in-passkey.png') });
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByText('your only way in').waitFor();
    await page.getByText('First passkey').or(page.getByLabel('Name of First passkey')).first().waitFor();
  });

  it('adds a second one on the page Security, renames it, and removes it', async () => {
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByText('Write a name first.').waitFor();
    await page.getByLabel('Name of the passkey').fill('Telephone');
    // The device that has one makes no second one for the same person.
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByText('No passkey was added.').waitFor();
    await devices.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId: telephone });
    const laptop = await addDevice();
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByText('The passkey is added.').waitFor();
    expect(await passkeysOf(laptop)).to.equal(1);
    await page.getByLabel('Name of Telephone').fill('Laptop');
    await page.getByRole('button', { name: 'Rename Telephone' }).click();
    await page.getByText('The passkey has another name.').waitFor();
    await page.screenshot({ path: path.join(pictures, 'console-passkeys.png'), fullPage: true });
    const first = page.getByRole('row').filter({ has: page.getByLabel('Name of First passkey') });
    await first.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('The passkey is removed.').waitFor();
    await page.getByText('your only way in').waitFor();
  });

  it('signs in with the one that is left, and with none where the device does not recognise the person', async () => {
    await signOut();
    await begin();
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByLabel('Name of Laptop').waitFor();
    await signOut();
    await page.evaluate(`sessionStorage.setItem('offered', 'yes')`);
    await page.goto(`${site.origin}/console#/security`);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByLabel('Name of Laptop').waitFor();
    await page.evaluate(`sessionStorage.removeItem('offered')`);
    await signOut();
    await devices.send('WebAuthn.disable');
    await devices.send('WebAuthn.enable');
    await addDevice(false);
    await begin();
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByText('No passkey was used.').waitFor();
    expect(complaints).to.deep.equal([]);
  });
});
