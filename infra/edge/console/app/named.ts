/** What people call a thing, and the page that it has. */
export type Named = Readonly<{ name: string; href?: string; isMember?: true }>;
export type Names = ReadonlyMap<string, Named>;
