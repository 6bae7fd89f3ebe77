/** A request as the history stores it. */
export type RecordedRequest = Readonly<{
  /** Time-ordered. */
  id: string;
  /** ISO 8601. */
  at: string;
  method: string;
  /** The path of the request, without its query. */
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

/** The requests to the API with caller and answer. A query sees one workspace only. */
export interface RequestRecords {
  total(question: UsageQuestion): Promise<Counted>;
  /** The days with any request, in order. */
  byDay(question: UsageQuestion): Promise<readonly (Counted & Readonly<{ day: string }>)[]>;
  /** The requested endpoints, by their patterns, the most frequent first, at most `limit`. */
  byEndpoint(
    question: UsageQuestion,
    limit: number,
  ): Promise<readonly (Counted & Readonly<{ method: string; path: string }>)[]>;
  /** Latest first; with `before`, those before that id. */
  latest(
    workspaceId: string,
    filter: RequestFilter,
    before: string | undefined,
    limit: number,
  ): Promise<readonly RecordedRequest[]>;
  /** The requests that a person sent by a session to some workspaces, latest first. */
  ofPerson(userId: string, workspaceIds: readonly string[], limit: number): Promise<readonly RecordedRequest[]>;
}
