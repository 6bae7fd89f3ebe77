import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import type { Things } from './filled-workspace.ts';

/** One page of the console: its address, and what is done there before a picture shows all that it has. */
export type Look = Readonly<{ name: string; address: string; opens?(page: Page): Promise<void> }>;

const plain = (place: string): readonly Look[] => [{ name: place, address: place }];

const historyIsThere = (page: Page): Promise<void> => page.locator('#as-it-was dl').first().waitFor();

const chartsAreOpen = async (page: Page): Promise<void> => {
  await page.getByRole('region', { name: 'By account' }).getByRole('combobox').selectOption({ index: 1 });
  await page.getByRole('img', { name: /^Engagements of/ }).waitFor();
  await page.getByRole('button', { name: 'Work out the best times' }).click();
  await page.getByText('The next good time is').waitFor();
};

const useIsOpen = async (page: Page): Promise<void> => {
  const used = page.getByRole('button', { name: /^Use of (?!Shop|Only)/ }).first();
  await used.click();
  await page.getByText(/^Last used/).waitFor();
};

const bodyIsOpen = async (page: Page): Promise<void> => {
  await page.getByText('The body that is sent').click();
  await page.getByText(/"event": "post.created"/).waitFor();
};

const previewsAreThere = (page: Page): Promise<void> =>
  page
    .getByText(/can go out|is refused/)
    .first()
    .waitFor();

const postsAreThere = async (page: Page): Promise<void> => {
  await page.getByRole('combobox', { name: 'Post' }).click();
  await page.getByRole('listbox', { name: 'Posts that are out' }).getByRole('option').first().waitFor();
};

/** What shows each route of the console. Its keys are the routes as `pages.tsx` writes them; the last one is every other address. */
export const looksOf = (of: Things): Readonly<Record<string, readonly Look[]>> => ({
  '/compose': plain('compose'),
  '/posts/:id/edit': [{ name: 'edit', address: `posts/${of.draft}/edit`, opens: previewsAreThere }],
  '/posts/:id': (['draft', 'scheduled', 'published', 'failed', 'waiting'] as const).map((state) => ({
    name: `post-${state}`,
    address: `posts/${of[state]}`,
    opens: historyIsThere,
  })),
  '/calendar': [
    { name: 'calendar', address: 'calendar' },
    { name: 'calendar-week', address: 'calendar?view=week' },
    { name: 'calendar-list', address: 'calendar?view=list' },
  ],
  '/queue': plain('queue'),
  '/accounts/:id': [{ name: 'account', address: `accounts/${of.account}` }],
  '/accounts': plain('accounts'),
  '/webhooks/:id/deliveries/:deliveryId': [
    { name: 'delivery', address: `webhooks/${of.webhook}/deliveries/${of.delivery}`, opens: bodyIsOpen },
  ],
  '/webhooks/:id': [{ name: 'webhook', address: `webhooks/${of.webhook}` }],
  '/webhooks': plain('webhooks'),
  '/keys/:id': [{ name: 'key', address: `keys/${of.key}` }],
  '/keys': [{ name: 'keys', address: 'keys', opens: useIsOpen }],
  '/broadcasts/new': [{ name: 'broadcast-new', address: 'broadcasts/new' }],
  '/broadcasts/:id/edit': [{ name: 'broadcast-edit', address: `broadcasts/${of.broadcast}/edit` }],
  '/broadcasts/:id': [
    { name: 'broadcast', address: `broadcasts/${of.broadcast}` },
    { name: 'broadcast-sent', address: `broadcasts/${of.sentBroadcast}` },
  ],
  '/broadcasts': plain('broadcasts'),
  '/overview': [{ name: 'overview', address: 'overview', opens: chartsAreOpen }],
  '/audit': plain('audit'),
  '/events/of/:stream': [{ name: 'events-of', address: `events/of/post-${of.published}` }],
  '/events': plain('events'),
  '/requests/:id/:from': [
    { name: 'request', address: `requests/${of.correlationId}/${new Date(Date.now() - 3_600_000).toISOString()}` },
  ],
  '/approvals/:id': [{ name: 'approval', address: `approvals/${of.waiting}` }],
  '/approvals': plain('approvals'),
  '/calendar-posts/:id': [{ name: 'calendar-post', address: `calendar-posts/${of.planned}` }],
  '/invitations/:token': [{ name: 'invitation', address: `invitations/${of.invitation}` }],
  '/ownership': plain('ownership'),
  '/inbox': [
    { name: 'inbox', address: 'inbox' },
    {
      name: 'inbox-reviews',
      address: 'inbox',
      opens: async (page) => {
        await page.getByRole('button', { name: 'Reviews' }).click();
        await page.getByText('Good bread, slow queue').waitFor();
      },
    },
  ],
  '/contacts/:id': [{ name: 'contact', address: `contacts/${of.contact}` }],
  '/contacts': plain('contacts'),
  '/automations/new': [
    { name: 'automation-new', address: 'automations/new' },
    { name: 'automation-new-post', address: 'automations/new', opens: postsAreThere },
  ],
  '/automations/:id': [{ name: 'automation', address: `automations/${of.automation}` }],
  '/automations': plain('automations'),
  '/sequences/new': [{ name: 'sequence-new', address: 'sequences/new' }],
  '/sequences/:id': [{ name: 'sequence', address: `sequences/${of.sequence}` }],
  '/sequences': plain('sequences'),
  '/jobs': plain('jobs'),
  '/members': plain('members'),
  '/plan': plain('plan'),
  '/settings': plain('settings'),
  '/machinery': plain('machinery'),
  '/residents': plain('residents'),
  '/installation': plain('installation'),
  '/security': plain('security'),
  '*': plain('posts'),
});

const source = path.resolve(import.meta.dirname, '../../infra/edge/console/app/pages.tsx');

/** The routes that the console has, as its router writes them. */
export const routes = (): readonly string[] =>
  [...readFileSync(source, 'utf8').matchAll(/<Route(?: path="([^"]+)")?>/g)].map(([, route = '*']) => route);
