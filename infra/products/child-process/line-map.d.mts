/** A source map that knows the lines of the sources and not their columns. Takes and gives the JSON of a map. */
export declare const lineMap: (json: string) => string;
