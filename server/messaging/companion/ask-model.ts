import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { APICallError, streamText } from 'ai';
import type { ModelMessage } from 'ai';
import type { Config } from '../../platform/config/config.ts';

/** The most a model may write: three short sentences and some room. */
export const MOST_OUTPUT_TOKENS = 300;
const LONGEST_ANSWER = 1_500;

/** The model gave no answer. Says nothing of what was sent or came back: both may hold secrets. */
export class ModelFailed extends Error {
  override readonly name = 'ModelFailed';
  /** Whether it may work in a while. */
  readonly passing: boolean;

  constructor(what: string, passing: boolean) {
    super(`The model of the companions did not answer: ${what}.`);
    this.passing = passing;
  }
}

interface Question {
  instructions: string;
  messages: ModelMessage[];
  signal: AbortSignal;
}

export interface ModelAnswer {
  text: string;
  /** What it has cost, where the model says so. */
  tokens: number | undefined;
}

/** Asks the model and reads its answer as it comes, until it is whole. */
export async function askModel(
  { model, timeoutMs }: Config['companion'],
  { instructions, messages, signal }: Question,
): Promise<ModelAnswer> {
  if (!model) throw new ModelFailed('there is none', false);
  const provider = createOpenAICompatible({
    name: 'companion',
    baseURL: model.url,
    includeUsage: true,
    ...(model.key && { apiKey: model.key }),
  });
  const late = AbortSignal.timeout(timeoutMs);
  let failure: unknown;
  const result = streamText({
    model: provider.chatModel(model.name),
    instructions,
    messages,
    maxOutputTokens: MOST_OUTPUT_TOKENS,
    temperature: 0.8,
    maxRetries: 0,
    abortSignal: AbortSignal.any([signal, late]),
    // Otherwise it prints whatever came.
    onError: ({ error }) => void (failure = error),
  });
  let text = '';
  try {
    for await (const part of result.textStream) {
      text += part;
      if (text.length > LONGEST_ANSWER) throw new ModelFailed('too many words', true);
    }
    signal.throwIfAborted();
    if (late.aborted) throw new ModelFailed('it took too long', true);
    if (failure !== undefined) throw describe(failure);
    const [usage, finished] = [await result.usage, await result.finishReason];
    const whole = finished === 'stop' ? text.trim() : finished === 'length' ? wholeSentences(text) : '';
    if (whole === '') throw new ModelFailed('the answer has no end', true);
    return { text: whole, tokens: usage.totalTokens };
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof ModelFailed ? error : describe(failure ?? error);
  }
}

/** As far as its last full stop. */
function wholeSentences(text: string): string {
  return /^.*[.!?…](?=\s|$)/su.exec(text)?.[0].trim() ?? '';
}

function describe(error: unknown): ModelFailed {
  const status = APICallError.isInstance(error) ? error.statusCode : undefined;
  const refused = status !== undefined && status >= 400 && status < 500 && status !== 408 && status !== 429;
  return new ModelFailed(status === undefined ? 'no proper answer' : `status ${status}`, !refused);
}
