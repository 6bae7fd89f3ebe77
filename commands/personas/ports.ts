/** What the endpoints of personas need beyond the log. */
export type PersonaPorts = Readonly<{
  /** Whether the service hosts a file itself. */
  isHosted(url: string): boolean;
  /**
   * How many posts of the workspace refer to a persona, with all that were written before the
   * question. SERVICE_UNAVAILABLE where that cannot be counted in time.
   */
  postsOf(workspaceId: string, personaId: string): Promise<number>;
}>;
