import writeExcelFile from 'write-excel-file/node';
import type { WriteReport } from '../../../read-api/reports/report.ts';
import { sheetsOf, type Cell } from '../../../read-api/reports/sheets.ts';
import { cutText } from '../../../domain/kernel/stored-text.ts';

/** The longest name of a sheet. */
const maxName = 31;
const [narrow, wide] = [16, 40];

/** XML has no control characters and no halves of surrogate pairs. */
const writable = (text: string): string =>
  text.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '');

/** A text is a cell of text, so no spreadsheet runs it as a formula. */
const cellOf = (cell: Cell, { isHeading }: Readonly<{ isHeading: boolean }>) => {
  if (typeof cell === 'number') return { value: cell, type: Number };
  if (cell === null) return null;
  return { value: writable(cell), type: String, ...(isHeading && { fontWeight: 'bold' as const }) };
};

/** A report as XLSX: one sheet for each of its tables, with their heading rows fixed. */
export const xlsxReport: WriteReport = async function* (report) {
  const sheets = sheetsOf(report).map(({ name, rows }) => ({
    sheet: cutText(name, maxName).trim(),
    data: rows.map((cells, row) => cells.map((cell) => cellOf(cell, { isHeading: row === 0 }))),
    columns: (rows[0] ?? []).map((_, column) => ({ width: column === 0 ? wide : narrow })),
    stickyRowsCount: 1,
  }));
  yield await writeExcelFile(sheets).toBuffer();
};
