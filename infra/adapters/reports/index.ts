import type { ReportPorts, WriteReport } from '../../../read-api/reports/report.ts';
import { reportLogo } from './report-logo.ts';
import { reportThumbnails } from './report-thumbnails.ts';

type Parts = Parameters<typeof reportLogo>[0] & Parameters<typeof reportThumbnails>[0];

/** The writers and their libraries are loaded with the first report: they would take a tenth of the service's start. */
const loaded = (load: () => Promise<WriteReport>): WriteReport =>
  async function* (report) {
    const write = await load();
    yield* write(report);
  };

/** The ports of the read endpoints. */
export const reportPorts = (parts: Parts): ReportPorts => ({
  pdf: loaded(async () => (await import('./pdf-report.ts')).pdfReport),
  xlsx: loaded(async () => (await import('./xlsx-report.ts')).xlsxReport),
  logoOf: reportLogo(parts),
  thumbnailsOf: reportThumbnails(parts),
});
