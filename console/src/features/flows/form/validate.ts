import type { z } from 'zod';
import { flowSettings, planSettings } from '#contract/brand/flow.ts';
import type { PartKind } from '#contract/brand/parts.ts';
import type { Content, Path } from './content.ts';

/** What is wrong with a field, for words to be made of. */
export interface FieldProblem {
  path: Path;
  kind: 'missing' | 'too_small' | 'too_long' | 'too_big' | 'malformed' | 'other';
  limit: number | null;
  /** The schema's own words, for what no others are known of. */
  what: string;
}

type FormKind = Extract<PartKind, 'flow' | 'plan'>;

const schemas: Record<FormKind, z.ZodType> = { flow: flowSettings, plan: planSettings };

/** What the contract says of a flow or a plan as it is written, before the server is asked. */
export function findFieldProblems(kind: FormKind, content: Content): FieldProblem[] {
  const issues = schemas[kind].safeParse(content, { reportInput: true }).error?.issues ?? [];
  return issues.map((issue) => {
    const { kind: wrong, limit } = kindOf(issue);
    return {
      path: issue.path.filter((step) => typeof step !== 'symbol'),
      kind: wrong,
      limit,
      what: issue.message,
    };
  });
}

type Issue = z.core.$ZodIssue;

function kindOf(issue: Issue): Pick<FieldProblem, 'kind' | 'limit'> {
  const none = { limit: null };
  switch (issue.code) {
    case 'too_small':
      if (issue.origin === 'string' || issue.origin === 'array') return { kind: 'missing', ...none };
      return { kind: 'too_small', limit: Number(issue.minimum) };
    case 'too_big': {
      const isLength = issue.origin === 'string' || issue.origin === 'array';
      return { kind: isLength ? 'too_long' : 'too_big', limit: Number(issue.maximum) };
    }
    case 'invalid_type':
      return { kind: issue.input === undefined || issue.input === '' ? 'missing' : 'malformed', ...none };
    case 'invalid_format':
    case 'invalid_value':
    case 'invalid_union':
      return { kind: 'malformed', ...none };
    case 'custom':
    case 'invalid_element':
    case 'invalid_key':
    case 'not_multiple_of':
    case 'unrecognized_keys':
      return { kind: issue.message.startsWith('needs a text') ? 'missing' : 'other', ...none };
  }
}
