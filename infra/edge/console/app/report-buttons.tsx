import { answered, api } from './api.ts';
import type { Period } from './periods.ts';
import { Act } from './pieces.tsx';
import { saved } from './saved.ts';
import { keysOf } from '../../../../domain/kernel/keys-of.ts';

const kinds = { csv: 'CSV', pdf: 'PDF', xlsx: 'Excel' } as const;
type Kind = keyof typeof kinds;

/** A report is asked for with the session of the person, so it is no plain link. */
const fetched = (kind: Kind, query: Period): Promise<Blob> => {
  const wanted = { params: { query }, parseAs: 'blob' } as const;
  const answer =
    kind === 'csv'
      ? answered(api.GET('/v1/reports/csv', wanted))
      : kind === 'pdf'
        ? answered(api.GET('/v1/reports/pdf', wanted))
        : answered(api.GET('/v1/reports/xlsx', wanted));
  return answer as Promise<Blob>;
};

/** The figures of a period as a file. */
export const ReportButtons = ({ period }: { period: Period }) => (
  <p class="actions" role="group" aria-label="Reports">
    {keysOf(kinds).map((kind) => (
      <Act
        call="GET /v1/reports/csv"
        key={kind}
        label={`Report as ${kinds[kind]}`}
        act={async () => {
          saved(await fetched(kind, period), `report-${period.from}-${period.to}.${kind}`);
          return 'saved';
        }}
      />
    ))}
  </p>
);
