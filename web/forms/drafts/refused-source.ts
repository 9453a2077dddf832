import { useEffect } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import type { Issue } from '#schema/errors.ts'
import type { OpInput } from '#web/device/rows/op-input.ts'
import type { WriteReceipt } from '#web/device/outbox/write-receipt.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import type { FormDraft } from './form-draft.ts'

/** A refused change that a form corrects: the typed values, and the reason. */
export type RefusedSource = {
  changeId: string
  /** The rows of its ops: a corrected create keeps its id, so that references stay valid. */
  rowIds: readonly string[]
  draft: FormDraft
  issues: readonly Issue[]
  message: string
}

/** Keeps a correction's draft apart from other drafts of the same form. */
export const refusedDraftKey = ({ changeId }: RefusedSource): string => `refused/${changeId}`

type WrittenForm = { shopId: string; refused?: RefusedSource | undefined; draftKey: string }

/** Saving a correction replaces the refused change; without one it is an ordinary mutation. Removes the draft. */
export function useFormWrite({ shopId, refused, draftKey }: WrittenForm): (ops: readonly OpInput[]) => Promise<WriteReceipt> {
  const device = useDevice()
  return (ops) => (refused === undefined ? device.write(shopId, ops, { draftKey }) : device.refused.retry(refused.changeId, ops, { draftKey }))
}

/** Shows the server's issues under the fields. `toField`: the form's field for an issue's path, if any. */
export function useRefusedIssues<Form extends FieldValues>(
  form: UseFormReturn<Form>,
  refused: RefusedSource | undefined,
  toField: (path: string) => string | undefined,
): void {
  // Read during rendering, which subscribes the form to errors set before the dialog shows its fields.
  void form.formState.errors
  useEffect(() => {
    let isFirst = true
    for (const { path, message } of refused?.issues ?? []) {
      const name = toField(path)
      if (name === undefined || !Object.hasOwn(form.getValues(), name)) continue
      form.setError(name as Path<Form>, { type: 'server', message }, { shouldFocus: isFirst })
      isFirst = false
    }
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
}
