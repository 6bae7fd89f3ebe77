import { expect } from 'chai';
import { resources } from '../../../../read-api/history/resources.ts';
import { everyRead } from './every-endpoint.ts';
import { expectSameNames } from '../../../support/same-names.ts';

/** GETs below a resource that are no list and yet answer for the present only, each with its reason. */
const presentOnly: Readonly<Record<string, string>> = {
  getInvitation: 'a link that was taken back must not open again',
  getTikTokCreatorInfo: "the platform's answer of this moment",
  getBillingUsage: 'counted now',
  getStorageUse: 'weighed now',
  getInstallation: 'the settings and versions with which the node runs',
  getScheduledPostCount: 'counted now',
  getAiUsage: 'the current period; GET /v1/billing/credits has the earlier movements',
  getPendingChanges: 'what is still to happen',
  getMySubscription: 'what is paid for now; its streams have what happened',
  getDowngradeReadiness: 'advice about what there is now',
  getApiUsage: 'counted requests, not events',
  getApiKeyUsage: 'counted requests, not events',
  getApiUsageTimeseries: 'counted requests, not events',
  getApiUsageByEndpoint: 'counted requests, not events',
  exportReportAsPdf: 'a document over a range of days',
  exportReportAsCsv: 'a file over a range of days',
  exportReportAsXlsx: 'a file over a range of days',
  getSequence: 'the enrollments are counts of this moment',
  getAccountInsights: 'figures over a range of days',
  getAudienceFigures: 'figures as they were fetched last',
  getAccountAudience: 'figures over a range of days',
  getAggregateInsights: 'figures over a range of days',
  getInsightsOverview: 'figures over a range of days',
  getAiStatus: 'the configuration of this moment',
  suggestTime: 'computed for the days that come',
  getTimeToPublish: 'figures over a range of days',
  getFailureClasses: 'figures over a range of days',
  getWebhookDeliveryPayload: 'made from the log, the same at every moment',
  getBestHours: 'figures over everything that happened',
  getPostInsights: "the platforms' answers; GET …/history has the earlier ones",
  getCommentStats: 'counts of this moment',
  getDefaultPersona: 'each persona tells whether it was the default',
  getPersonaEvolution: 'the history of the persona has what it learned and when',
  getPersonaEvolutionState: 'the history of the persona has every change',
  exportContacts: 'a file of the present contacts',
  exportPersona: 'a file of the present persona',
  assemblePersona: 'prompts for a generation now',
  getMentionStats: 'counts of this moment',
  getReviewStats: 'counts of this moment',
  getMention: 'what a platform reported once, with the marks of now',
  exportMe: 'a file of everything there is now',
  getEventCatalogue: 'the code, not what happened',
  getMySecondFactor: 'how the person signs in now; the export has its history',
  countApprovalQueue: 'the number of a badge',
  exportEvents: 'a file of what happened in a range of the log',
};
/** Other views of a resource that has its history elsewhere. */
const views = new Set(['getApprovalStatus', 'getMediaValidationStatus', 'getTransfer', 'getTransferAtPlural']);

/** A diff names its two moments itself. */
const isList = (id: string): boolean => /^(list|search|stream)/.test(id) || /(History|Diff)$/.test(id);

describe('the past of every resource', () => {
  it('is answered by every GET of one, or there is a reason', () => {
    const present = everyRead.filter(({ past, id }) => !past && !isList(id)).map(({ id }) => id);
    expectSameNames(present, Object.keys(presentOnly), {
      missing: 'it answers for the past now, or is gone: remove it from presentOnly in this file',
      surplus: 'declare `past` at the endpoint, or add it with its reason to presentOnly in this file',
    });
  });

  it('comes with a history where there is a resource', () => {
    const reported = everyRead.filter(({ past, id }) => past && !views.has(id)).map(({ path }) => path);
    const paths = resources.map(({ path }) => path);
    // API keys are listed only, and have a history for themselves.
    expectSameNames(paths, [...reported, '/v1/workspaces/:id/api-keys/:keyId'], {
      missing: 'add the resource to read-api/history/resources.ts',
      surplus: 'its GET has no `past`: declare it, or remove the resource from read-api/history/resources.ts',
    });
    const all = everyRead.map(({ path }) => path);
    expect(all).to.include.members(paths.map((path) => `${path}/history`));
    expect(all.filter((path) => path.endsWith('/diff'))).to.have.members(reported.map((path) => `${path}/diff`));
  });
});
