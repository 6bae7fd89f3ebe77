import type { Kysely } from 'kysely';
import { notFound } from '../../domain/kernel/refused.ts';
import { latestCheckpoint } from '../log/audit/signed-checkpoints.ts';
import { listKeys } from '../log/audit/signing-key.ts';
import { exchangeOf, send } from '../edge/http/exchange.ts';
import type { PlainHandler } from '../edge/http/plain-handler.ts';

/**
 * What auditors may read without an account: the public keys, and the newest checkpoint. Neither
 * reveals more of the log than its length.
 */
export const auditPages = (db: Kysely<unknown>): Record<string, PlainHandler> => ({
  '/v1/audit/public-keys': async (req, res) =>
    send(res, exchangeOf(req), { status: 200, body: { data: await listKeys(db) } }),
  '/v1/audit/checkpoint': async (req, res) => {
    const latest = await latestCheckpoint(db);
    if (!latest) throw notFound('Checkpoint');
    send(res, exchangeOf(req), { status: 200, body: latest });
  },
});
