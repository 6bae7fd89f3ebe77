/** The port to the pages of the console, for mails. `path` is a page of it: `posts/<id>`, `plan`. */
export type ConsoleLinkOf = (path: string) => string;
