import { refusedForms } from '#web/features/all-features.ts'
import type { RefusedForm, RefusedFormKind, RefusedFormOf } from '#web/features/define-feature.ts'

declare module '#web/navigation/dialogs.ts' {
  interface DialogRequests {
    /** The form that shows a refused change. */
    'refused-edit': { shopId: string; form: RefusedForm }
  }
}

type RefusedEditDialogProps<K extends RefusedFormKind> = { shopId: string; form: RefusedFormOf<K>; onClose: () => void }

/** The form of a refused change with what was typed; saving takes its place under "Needs attention", cancelling leaves it there. */
export function RefusedEditDialog<K extends RefusedFormKind>({ shopId, form, onClose }: RefusedEditDialogProps<K>) {
  return refusedForms[form.kind].show({ shopId, onClose, refused: form.source }, form)
}
