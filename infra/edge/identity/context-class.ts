/**
 * The provider carries one text of a sign-in from the browser's session to codes, refresh tokens and
 * tokens: the context class. It names the session.
 */
export const contextClassOf = (sessionId: string): string => `urn:social-publishing-service:session:${sessionId}`;
export const sessionOf = (contextClass: string | undefined): string | undefined =>
  /^urn:social-publishing-service:session:(.+)$/.exec(contextClass ?? '')?.[1];
