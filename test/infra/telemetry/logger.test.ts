import { expect } from 'chai';
import { DatabaseUnavailable, isConnectionFault } from '../../../infra/stores/postgres/unavailable.ts';
import { createLogger } from '../../../infra/telemetry/logger.ts';

const logged = (write: (log: ReturnType<typeof createLogger>) => void, level: 'info' | 'debug' = 'info') => {
  const lines: Record<string, unknown>[] = [];
  write(createLogger(level, { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) }));
  return lines;
};

describe('log', () => {
  it('writes one line of JSON, with a time and a level by name', () => {
    const [line, ...more] = logged((log) => log.child({ correlationId: 'c1' }).warn({ port: 1 }, 'said'));
    expect(more).to.deep.equal([]);
    expect(line).to.include({ level: 'warn', correlationId: 'c1', port: 1, msg: 'said' });
    expect(new Date(String(line?.['time'])).toISOString()).to.equal(line?.['time']);
  });

  it('leaves out what is below its level', () => {
    expect(logged((log) => log.debug('hidden'))).to.deep.equal([]);
    expect(logged((log) => log.debug('shown'), 'debug')).to.have.length(1);
  });

  it('shows no secret, however it is handed over', () => {
    const secret = 'xyz-very-secret';
    const lines = logged((log) => {
      log.info({ accessToken: secret, account: { refreshToken: secret, credentials: { accessToken: secret } } });
      log.info({ request: { headers: { authorization: `Bearer ${secret}`, 'set-cookie': secret, cookie: secret } } });
      log.info({
        headers: { authorization: secret },
        authorization: secret,
        password: secret,
        query: { code: secret },
      });
      log.info({ url: `https://h/callback?state=1&code=${secret}&token=${secret}` });
      log.error({ err: new Error(`connect postgres://service:${secret}@127.0.0.1:5432/x failed`) });
      log.error(new Error(`GET https://h/x?X-Amz-Signature=${secret}`));
    });
    expect(lines).to.have.length(6);
    expect(JSON.stringify(lines)).not.to.include(secret);
    expect(JSON.stringify(lines[4])).to.include('postgres://service:[redacted]@127.0.0.1:5432/x');
  });

  it("keeps an error's code, which is no secret", () => {
    const [line] = logged((log) => log.error({ err: Object.assign(new Error('no'), { code: 'ECONNREFUSED' }) }));
    expect(line?.['err']).to.include({ message: 'no', code: 'ECONNREFUSED' });
  });

  it('says of an outage of another part one sentence, and of a fault where it happened', () => {
    const lines: string[] = [];
    const log = createLogger('info', { write: (line: string) => void lines.push(line) }, isConnectionFault);
    const ended = Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' });
    log.warn({ error: ended }, 'an idle database connection broke');
    log.warn({ error: new DatabaseUnavailable(ended) }, 'the worker met a transient fault');
    expect(lines.join('')).to.include('due to administrator command').and.not.include('logger.test.ts');
    log.warn({ error: new Error('a bug', { cause: ended }) }, 'an action failed');
    expect(lines.at(-1)).to.include('logger.test.ts');
  });
});
