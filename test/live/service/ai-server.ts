import type { OtherHost } from '../engine/live-server.ts';

/** Chat completions as OpenAI streams them (platform.openai.com/docs/api-reference/chat). */
export const aiServer: OtherHost = ({ method, at, headers, bytes }) => {
  const asked = JSON.parse(bytes.toString('utf8') || '{}') as {
    model?: string;
    stream?: boolean;
    messages?: unknown[];
  };
  const isRight =
    method === 'POST' &&
    at === 'ai.example.com/v1/chat/completions' &&
    headers['authorization'] === 'Bearer ai-key' &&
    asked.model === 'model-of-the-test' &&
    asked.stream === true &&
    (asked.messages ?? []).length > 0;
  if (!isRight) return { status: 400, json: { error: { message: 'the request is not described' } } };
  const chunk = (delta: object, finish: string | null) =>
    `data: ${JSON.stringify({
      id: 'chat-1',
      object: 'chat.completion.chunk',
      created: 1,
      model: asked.model,
      choices: [{ index: 0, delta, finish_reason: finish }],
    })}\n\n`;
  const text = `${chunk({ role: 'assistant', content: 'Words from afar' }, null)}${chunk({}, 'stop')}data: [DONE]\n\n`;
  return { headers: { 'content-type': 'text/event-stream' }, text };
};
