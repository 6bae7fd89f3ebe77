/** A request as the history keeps it. */
export type RecordedRequest = Readonly<{
  /** Time-ordered. */
  id: string;
  /** ISO 8601. */
  at: string;
  method: string;
  /** As it was asked, without the query. */
  path: string;
  status: number;
  milliseconds: number;
  requestId: string;
  apiKeyId: string | null;
  actorType: 'api_key' | 'user';
  actorId: string;
  ipAddress: string | null;
}>;

export type RequestFilter = Readonly<{
  method?: string | undefined;
  /** A part of the path. */
  path?: string | undefined;
  status?: number | undefined;
  apiKeyId?: string | undefined;
  /** ISO 8601, inclusive. */
  from?: string | undefined;
  /** ISO 8601, exclusive. */
  until?: string | undefined;
}>;

/** Whole days in UTC as `YYYY-MM-DD`, both inclusive; of one API key where it is named. */
export type UsageQuestion = Readonly<{ workspaceId: string; from: string; to: string; apiKeyId?: string }>;

export type Counted = Readonly<{ requests: number; errors: number; averageMs: number | null; lastAt: string | null }>;

/** What was asked of the API, by whom, and how it was answered. The requests of a workspace and of no other. */
export interface RequestRecords {
  total(question: UsageQuestion): Promise<Counted>;
  /** The days on which anything was asked, in order. */
  byDay(question: UsageQuestion): Promise<readonly (Counted & Readonly<{ day: string }>)[]>;
  /** The endpoints that were asked, by their patterns, the most asked first, at most `limit`. */
  byEndpoint(
    question: UsageQuestion,
    limit: number,
  ): Promise<readonly (Counted & Readonly<{ method: string; path: string }>)[]>;
  /** The latest first, from before the id `before` where it is given. */
  latest(
    workspaceId: string,
    filter: RequestFilter,
    before: string | undefined,
    limit: number,
  ): Promise<readonly RecordedRequest[]>;
}
