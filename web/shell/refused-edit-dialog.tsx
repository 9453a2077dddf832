import { refusedForms } from '#web/features/all-drafts.ts'
import type { RefusedForm, RefusedFormKind, RefusedFormOf } from '#web/features/define-feature.ts'

declare module '#web/navigation/dialogs.ts' {
  interface DialogRequests {
    'refused-edit': { shopId: string; form: RefusedForm }
  }
}

type RefusedEditDialogProps<K extends RefusedFormKind> = { shopId: string; form: RefusedFormOf<K>; onClose: () => void }

/** The form of a refused change with its typed values; saving replaces the entry under "Needs attention", cancelling keeps it. */
export function RefusedEditDialog<K extends RefusedFormKind>({ shopId, form, onClose }: RefusedEditDialogProps<K>) {
  return refusedForms[form.kind].show({ shopId, onClose, refused: form.source }, form)
}
