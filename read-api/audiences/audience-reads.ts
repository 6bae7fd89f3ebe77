import { z } from 'zod';
import { notFound } from '../../domain/kernel/refused.ts';
import { streamOf } from '../../domain/streams.ts';
import { AudienceReply, presentAudience } from '../contract/audience.ts';
import { Id } from '../contract/fields.ts';
import { readEndpoint, type ReadEndpoint } from '../kernel/endpoint.ts';
import { numberedQuery, Pagination } from '../kernel/page.ts';
import { numberedRows } from '../kernel/numbered-rows.ts';
import { getAccountAudience, getAudienceFigures } from './follower-reads.ts';

const listAudiences = readEndpoint({
  method: 'GET',
  path: '/v1/audiences',
  id: 'listAudiences',
  summary: 'The saved audiences of the workspace, the newest first',
  description:
    'An audience is a segment of the contacts, saved under a name. Every plan has audiences, as it has contacts.',
  query: z.object(numberedQuery),
  reply: z.object({ audiences: z.array(AudienceReply), pagination: Pagination }),
  reads: ['audiences'],
  async run({ query }, { caller, db }) {
    const wanted = db.selectFrom('audiences').where('workspace_id', '=', caller.workspaceId);
    const { rows, pagination } = await numberedRows(wanted, query, (all) =>
      all.select('view').orderBy('created_at', 'desc').orderBy('id', 'desc'),
    );
    const audiences = rows.map(({ view }) => presentAudience(view));
    return { body: { audiences, pagination } };
  },
});

const getAudience = readEndpoint({
  method: 'GET',
  path: '/v1/audiences/:id',
  id: 'getAudience',
  summary: 'One saved audience',
  description: 'POST /v1/audiences/:id/preview-count counts its contacts.',
  params: z.object({ id: Id }),
  reply: z.object({ audience: AudienceReply }),
  errors: ['NOT_FOUND'],
  reads: ['audiences'],
  past: { origins: ({ id }) => ({ streams: [streamOf('audience', id)] }) },
  async run({ params: { id } }, { caller, db }) {
    const row = await db
      .selectFrom('audiences')
      .select('view')
      .where('id', '=', id)
      .where('workspace_id', '=', caller.workspaceId)
      .executeTakeFirst();
    if (!row) throw notFound('audience');
    return { body: { audience: presentAudience(row.view) } };
  },
});

/** The read endpoints of audiences. */
export const audienceReads: readonly ReadEndpoint[] = [
  listAudiences,
  getAudience,
  getAudienceFigures,
  getAccountAudience,
];
