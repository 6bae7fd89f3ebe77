import { expect } from 'chai';
import { platforms } from '../../domain/platforms/platform.ts';
import { until } from '../support/until.ts';
import { opened } from '../support/opened.ts';
import { checkOf, isReported, operationsFor } from './checks/table.ts';
import { deeds } from './engine/contract.ts';
import { liveRun } from './run/live-run.ts';
import { uploadedMedia, type MediaOf } from './run/media.ts';
import { livePlatforms, scenarios } from './run/scenarios.ts';
import { paidWorkspace, type LiveWorkspace } from './run/workspace.ts';
import { LiveService } from './service/live-service.ts';

/** The service without test mode, against servers that are made of the platforms' own descriptions. */
describe('a live workspace', function () {
  this.timeout(120_000);
  type Started = Readonly<{ live: LiveService; workspace: LiveWorkspace; media: MediaOf }>;
  const started = opened(
    async (): Promise<Started> => {
      const live = new LiveService({ platforms: livePlatforms });
      try {
        await live.start();
        return { live, workspace: await paidWorkspace(live, 'olivia'), media: uploadedMedia(live) };
      } catch (error) {
        await live.stop();
        throw error;
      }
    },
    ({ live }) => live.stop(),
    300_000,
  );

  it('is paid at Stripe, and has no sandbox', async () => {
    const { workspace, live } = started();
    expect((await workspace.ask('GET /sandbox/clock')).status).to.equal(404);
    const paid = await live.ask(workspace.session, 'GET /billing/current', undefined, workspace.id);
    expect(paid.body).to.include({ plan: 'agency' });
  });

  it('invites people by mail', async () => {
    const { workspace, live } = started();
    const invited = { email: 'mia@example.com', role: 'MEMBER' };
    const answer = await live.ask(workspace.session, `POST /workspaces/${workspace.id}/invitations`, invited);
    expect(answer.status, JSON.stringify(answer.body)).to.equal(201);
    await until('the mail has arrived', () => live.mail.mails.some((mail) => mail.includes('mia@example.com')), 45_000);
  });

  it('writes texts with the configured AI', async () => {
    const asked = { systemPrompt: 'Be brief', userPrompt: 'Words for a post' };
    const body = await started().workspace.expected(200, 'POST /ai/generate-post-content', asked);
    expect(body).to.include({ content: 'Words from afar', model: 'model-of-the-test' });
  });

  let done = 0;
  for (const scenario of scenarios)
    it(`does on ${scenario.platform}${'asks' in scenario ? ` by ${Object.values(scenario.asks ?? {}).join()}` : ''}${scenario.name === undefined ? '' : ` with ${scenario.name}`} all that the service offers there`, async () => {
      const { live, workspace, media } = started();
      await liveRun(live, workspace, scenario, media);
      done += 1;
    });

  it('calls what the table of checks names', function () {
    if (done < scenarios.length) return this.skip();
    const called = new Set(
      started().live.server.exchanges.flatMap(({ platform, operation, status }) =>
        status < 400 ? [`${platform} ${operation}`] : [],
      ),
    );
    for (const platform of platforms)
      for (const deed of deeds) {
        const check = checkOf(platform, deed);
        if ('absent' in check) continue;
        if (deed === 'receive' && isReported(platform)) continue;
        const operations = operationsFor(platform, deed).map((name) => `${platform} ${name}`);
        expect(
          operations.some((name) => called.has(name)),
          `${platform} ${deed}: ${operations.join()}`,
        ).to.equal(true);
      }
  });
});
