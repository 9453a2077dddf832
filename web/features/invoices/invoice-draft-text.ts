import type { FormDraft } from '#web/forms/drafts/form-draft.ts'

/** A draft's values as text for the list of unfinished forms. */
export const describeInvoiceDraft = ({ values }: FormDraft): string =>
  Object.entries(values)
    .flatMap(([name, value]) => (name === 'chosen' || typeof value !== 'string' || value === '' ? [] : [value]))
    .join('\n')
