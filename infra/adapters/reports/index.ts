import { faultCodeOf } from '../../../domain/kernel/error-of.ts';
import { Refused } from '../../../domain/kernel/refused.ts';
import type { LoadWriter, ReportPorts } from '../../../read-api/reports/report.ts';
import { reportLogo } from './report-logo.ts';
import { reportThumbnails } from './report-thumbnails.ts';

type Parts = Parameters<typeof reportLogo>[0] & Parameters<typeof reportThumbnails>[0];

/** The writers and their libraries are loaded with the first report: they would take a tenth of the service's start. */
export const loaded =
  (load: LoadWriter): LoadWriter =>
  async () => {
    try {
      return await load();
    } catch (fault) {
      if (!['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND'].includes(faultCodeOf(fault) ?? '')) throw fault;
      throw new Refused(
        'SERVICE_UNAVAILABLE',
        'The packages that write this report are not installed on this server; /v1/reports/csv has the same figures',
      );
    }
  };

/** The ports of the read endpoints. */
export const reportPorts = (parts: Parts): ReportPorts => ({
  pdf: loaded(async () => (await import('./pdf-report.ts')).pdfReport),
  xlsx: loaded(async () => (await import('./xlsx-report.ts')).xlsxReport),
  logoOf: reportLogo(parts),
  thumbnailsOf: reportThumbnails(parts),
});
