import { toolCalls, toolNamed, type ApiCall } from '@social-publishing/agent-tools/calls';
import { requiredScope, scopeForApplication } from '../../../domain/access/scopes.ts';

/** The scope that an application needs for a call; undefined where no scope opens it. */
export const scopeOfCall = (call: ApiCall): string | undefined => {
  const [method = '', path = ''] = call.split(' ');
  return scopeForApplication(requiredScope(method, path));
};

/** The calls of a tool. At least one of them must be allowed; undefined where there is no such tool. */
export const toolCallsOf = (name: string): readonly ApiCall[] | undefined => toolNamed(name)?.calls;

/** The scopes that the tools need: the ones a chat program can ask a person for. */
export const connectorScopes: readonly string[] = [...new Set(toolCalls.flatMap((call) => scopeOfCall(call) ?? []))];
