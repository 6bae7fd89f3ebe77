import { z } from 'zod';
import { Refused } from '../../domain/kernel/refused.ts';
import { isId } from '../../domain/kernel/ids.ts';
import { Id } from '../contract/fields.ts';
import { readEndpoint, type ReadContext, type ReadEndpoint } from '../kernel/endpoint.ts';
import { rangeOf, rangeQuery } from '../analytics/range.ts';
import { maxAccounts, reportOf } from './report-data.ts';
import { reportLanguages, type Report, type ReportPorts, type LoadWriter } from './report.ts';
import { csvReport, csvTable } from './sheets.ts';

const Query = z.object({
  ...rangeQuery,
  accounts: z
    .string()
    .transform((text) => [...new Set(text.split(',').map((each) => each.trim()))])
    .refine((ids) => ids.length <= maxAccounts && ids.every(isId), `up to ${maxAccounts} account ids, by commas`)
    .optional()
    .meta({ override: { type: 'string', description: 'Ids of accounts, separated by commas; by default all' } }),
  language: z.enum(reportLanguages).default('en'),
  logo: Id.optional().meta({ description: 'The id of a JPEG or PNG file of the workspace; only in the PDF' }),
});

const types = {
  pdf: 'application/pdf',
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;
type Format = keyof typeof types;

/** The begin of the first table. */
const exampleCsv = csvTable({
  name: 'Summary',
  rows: [
    ['Date', 'Posts', 'Impressions', 'Engagements', 'Engagement rate', 'Clicks', 'Followers'],
    ['2026-03-01 – 2026-03-30', 3, 1240, 87, 0.0702, 12, 5310],
  ],
});

const description =
  'Totals with the change against as many days before, charts by day, platforms, up to 100 accounts and the ten ' +
  'posts with most engagements: the numbers of GET /v1/analytics/aggregate. Days are in UTC; at most 366, by ' +
  'default the last 30. A workspace without posts gets an empty report. The PDF shows texts in the alphabets of ' +
  'Europe and the Caucasus, in Arabic and Hebrew from right to left, and in Chinese, Japanese and Korean. A letter ' +
  'of another script is a box in it, and emoji are left out. CSV and XLSX have the whole texts. ' +
  'Beside a post, the PDF shows the first image, or the poster of the first video, that this service stores; one that ' +
  'cannot be read in time is left out. Keys need analytics:read.';

const noThumbnails: ReportPorts['thumbnailsOf'] = () => Promise.resolve(new Map<string, Uint8Array>());

/** GET /v1/reports/pdf, /v1/reports/csv and /v1/reports/xlsx: the same numbers in three formats. */
export const reportReads = ({ pdf, xlsx, logoOf, thumbnailsOf }: ReportPorts): readonly ReadEndpoint[] => {
  const writers: Readonly<Record<Format, LoadWriter>> = { pdf, csv: async () => csvReport, xlsx };
  const asked = async (query: z.infer<typeof Query>, format: Format, context: ReadContext): Promise<Report> => {
    const range = rangeOf(query, context.now);
    const logo = query.logo === undefined ? undefined : await logoOf(query.logo, context.caller.workspaceId);
    if (query.logo !== undefined && !logo)
      throw new Refused('VALIDATION_ERROR', 'logo: no JPEG or PNG file of this workspace up to 2 MB', {
        field: 'logo',
      });
    const thumbnails = format === 'pdf' ? thumbnailsOf : noThumbnails;
    const { accounts: accountIds, language } = query;
    return reportOf({ range, accountIds, language, logo, thumbnailsOf: thumbnails }, context);
  };
  return (['pdf', 'csv', 'xlsx'] as const).map((format) =>
    readEndpoint({
      method: 'GET',
      path: `/v1/reports/${format}`,
      id: `exportReportAs${format[0]?.toUpperCase()}${format.slice(1)}`,
      summary: `A report on posts and accounts over a range of days, as ${format.toUpperCase()}`,
      description,
      query: Query,
      streams: [types[format]],
      ...(format === 'csv' && { streamExample: exampleCsv }),
      status: 200,
      reads: ['accounts', 'posts', 'workspaces', 'account_days', 'post_metrics'],
      errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'SERVICE_UNAVAILABLE'],
      run: async ({ query }, context) => {
        // Before the answer begins: an installation may lack a writer.
        const write = await writers[format]();
        const report = await asked(query, format, context);
        const filename = `report-${report.range.from}-${report.range.to}.${format}`;
        return {
          type: types[format],
          headers: { 'content-disposition': `attachment; filename="${filename}"` },
          stream: () => write(report),
        };
      },
    }),
  );
};
