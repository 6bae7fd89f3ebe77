/**
 * What a name means, for properties and parameters that say nothing of their own. A key is a name, or a name at one
 * place: the component or the operationId before a point. The place wins.
 */
export type Words = Readonly<Record<string, string>>;
