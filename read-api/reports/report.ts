import type { Totals, Daily } from '../analytics/totals.ts';
import type { Range } from '../analytics/range.ts';

export const reportLanguages = ['en', 'de', 'fr', 'es'] as const;
export type ReportLanguage = (typeof reportLanguages)[number];

export type ReportAccount = Readonly<{
  name: string;
  platform: string;
  followers: number | null;
  /** How many followers came in the range; null where it is not known. */
  gained: number | null;
  totals: Totals;
}>;

export type ReportPost = Readonly<{
  text: string;
  platform: string;
  publishedAt: string | null;
  impressions: number | null;
  engagements: number;
  /** A small JPEG of its first picture; only in the PDF. */
  thumbnail: Uint8Array | undefined;
}>;

/** What a report says, in any format. */
export type Report = Readonly<{
  workspace: string;
  language: ReportLanguage;
  range: Range;
  totals: Totals;
  /** The totals of as many days before the range. */
  previous: Totals;
  followers: number | null;
  daily: Daily;
  platforms: readonly Readonly<{ platform: string; totals: Totals }>[];
  accounts: readonly ReportAccount[];
  topPosts: readonly ReportPost[];
  /** A JPEG or PNG. */
  logo: Uint8Array | undefined;
}>;

/** Writes a report as a file, piece by piece. */
export type WriteReport = (report: Report) => AsyncIterable<Uint8Array>;

/** Loads a writer. Refuses where its packages are not installed. */
export type LoadWriter = () => Promise<WriteReport>;

export interface ReportPorts {
  readonly pdf: LoadWriter;
  readonly xlsx: LoadWriter;
  /** The bytes of a JPEG or PNG file of the workspace; undefined where it has none of this id. */
  logoOf(mediaId: string, workspaceId: string): Promise<Uint8Array | undefined>;
  /** A small JPEG for each of these posts that has one, by the ids of posts and of their files. */
  thumbnailsOf(
    filesByPost: ReadonlyMap<string, readonly string[]>,
    workspaceId: string,
  ): Promise<ReadonlyMap<string, Uint8Array>>;
}
