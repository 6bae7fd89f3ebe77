import { holdersAt } from '../../../domain/kernel/reservation.ts';
import { reservationKey } from '../../../commands/kernel/deterministic-ids.ts';
import { foundWorkspace } from '../../../commands/workspaces/found-workspace.ts';
import { issueApiKey } from '../../../commands/workspaces/api-keys.ts';
import { apiKey } from '../../../domain/workspaces/api-key.ts';
import { apiKeySlots } from '../../../domain/workspaces/slots.ts';
import { Slug, slugReservation } from '../../../domain/workspaces/slug.ts';
import { workspace } from '../../../domain/workspaces/workspace.ts';
import { makeLiveApiKey, planOfOwners } from '../../composition/sign-in.ts';
import { Refusal, table, UsageError } from '../operator.ts';
import { needed, personOf, type Admin, type AdminCommand } from './admin.ts';
import { readIfShown } from '../../stores/postgres/read-if-shown.ts';
import { defined } from '../../../domain/kernel/defined.ts';

/** The workspace of a slug or an id, as the log has it. */
export const workspaceOf = async (named: string, { steps }: Admin): Promise<string> => {
  const held =
    (await steps.load(slugReservation, reservationKey('workspaceSlug', named), { shared: true }))?.state ?? {};
  const [bySlug] = holdersAt(held, steps.now);
  for (const id of [bySlug, named]) {
    const state = id === undefined ? undefined : (await steps.load(workspace, id, { shared: true }))?.state;
    if (id !== undefined && state?.status === 'active') return id;
  }
  throw new Refusal(`There is no workspace ${named}`);
};

export const slugFrom = (text: string): string => {
  if (Slug.safeParse(text).success) return text;
  throw new UsageError(`${text} is no short name: lowercase letters, digits and hyphens`);
};

const list: AdminCommand = async (_given, _options, { infrastructure: { db } }) => {
  const rows = await readIfShown(() => db.selectFrom('workspaces').select(['id', 'view']).limit(1_000).execute());
  const data = rows.map(({ id, view: { name, slug, plan, mode } }) => ({ id, slug, name, plan, mode }));
  const text = table(
    ['id', 'slug', 'name', 'plan', 'mode'],
    data.map(({ id, slug, name, plan, mode }) => [id, slug, name, plan, mode]),
  );
  return { text, data };
};

const create: AdminCommand = async ([slug, owner], { name }, admin) => {
  const { steps, infrastructure } = admin;
  const short = slugFrom(needed(slug, 'The short name'));
  const ownerId = await personOf(needed(owner, 'The owner'), admin);
  const workspaceId = steps.newId('workspace');
  const plan = planOfOwners(infrastructure.config);
  await foundWorkspace(
    {
      workspaceId,
      slug: short,
      name: name ?? short,
      logo: null,
      settings: {},
      mode: 'live',
      ownerId,
      ...defined({ plan }),
    },
    steps,
  );
  return { text: `The workspace ${short} is ${workspaceId}`, data: { id: workspaceId, slug: short } };
};

export const workspaces = { list, create } as const;

const listKeys: AdminCommand = async ([named], _options, admin) => {
  const { db } = admin.infrastructure;
  const of = named === undefined ? undefined : await workspaceOf(named, admin);
  const rows = await readIfShown(() => {
    const query = db.selectFrom('api_keys').select(['id', 'workspace_id', 'view']);
    return (of === undefined ? query : query.where('workspace_id', '=', of)).limit(1_000).execute();
  });
  const data = rows.map(({ id, workspace_id: workspaceId, view: { name, prefix, scopes, revokedAt, expiresAt } }) => ({
    id,
    workspaceId,
    name,
    prefix,
    scopes,
    expiresAt,
    revokedAt,
  }));
  const text = table(
    ['id', 'workspace', 'name', 'begins with', 'scopes', 'revoked'],
    data.map((key) => [key.id, key.workspaceId, key.name, key.prefix, key.scopes.join(' '), key.revokedAt ?? '']),
  );
  return { text, data };
};

/** A key of the workspace's owner. The answer alone has it. */
const createKey: AdminCommand = async ([named], { name = 'Made by an administrator', scopes = '*' }, admin) => {
  const { steps } = admin;
  const workspaceId = await workspaceOf(needed(named, 'The workspace'), admin);
  const state = (await steps.load(workspace, workspaceId, { shared: true }))?.state;
  if (state?.status !== 'active') throw new Refusal(`There is no workspace ${named}`);
  if (state.mode !== 'live') throw new Refusal('Keys of test workspaces are made by the sandbox');
  const made = makeLiveApiKey();
  const apiKeyId = steps.newId('api-key');
  await issueApiKey(
    {
      apiKeyId,
      workspaceId,
      name,
      scopes: scopes.split(','),
      expiresAt: null,
      allowedIps: [],
      createdBy: state.ownerId,
    },
    made,
    steps,
  );
  return { text: `The key, shown this once:\n${made.key}`, data: { id: apiKeyId, workspaceId, key: made.key } };
};

const revokeKey: AdminCommand = async ([keyId], _options, { steps }) => {
  const id = needed(keyId, 'The id of the key');
  const found = await steps.load(apiKey, id, { shared: true });
  const workspaceId = found?.events[0]?.meta.workspaceId;
  if (workspaceId === undefined) throw new Refusal(`There is no key ${id}`);
  await steps.handle(apiKey, id, { type: 'revoke-api-key' }, { workspaceId, step: 'revoke-api-key' });
  await steps.handle(
    apiKeySlots,
    workspaceId,
    { type: 'release', holder: id },
    { workspaceId, step: 'free-key-place' },
  );
  return { text: `The key ${id} is revoked`, data: { id, revoked: true } };
};

export const keys = { list: listKeys, create: createKey, revoke: revokeKey } as const;
