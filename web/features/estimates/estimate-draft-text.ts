import type { FormDraft } from '#web/forms/drafts/form-draft.ts'

/** The draft's values as text for the list of unfinished forms. */
export function describeEstimateDraft({ values }: FormDraft): string {
  const texts = Object.entries(values).flatMap(([name, value]) => (name === 'lines' || typeof value !== 'string' || value === '' ? [] : [value]))
  return [...describeLines(values['lines']), ...texts].join('\n')
}

function describeLines(typed: unknown): string[] {
  if (typeof typed !== 'string') return []
  try {
    const lines = JSON.parse(typed) as { quantity?: string; description?: string; unitPrice?: string }[]
    return lines.map(({ quantity = '', description = '', unitPrice = '' }) => `${quantity} × ${description} ${unitPrice}`.trim())
  } catch {
    return []
  }
}
