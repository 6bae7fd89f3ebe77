import type { ReportPorts } from '../../../read-api/reports/report.ts';
import { pdfReport } from './pdf-report.ts';
import { reportLogo } from './report-logo.ts';
import { reportThumbnails } from './report-thumbnails.ts';
import { xlsxReport } from './xlsx-report.ts';

type Parts = Parameters<typeof reportLogo>[0] & Parameters<typeof reportThumbnails>[0];

/** The ports of the read endpoints. */
export const reportPorts = (parts: Parts): ReportPorts => ({
  pdf: pdfReport,
  xlsx: xlsxReport,
  logoOf: reportLogo(parts),
  thumbnailsOf: reportThumbnails(parts),
});
