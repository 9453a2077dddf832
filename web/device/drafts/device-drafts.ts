import { type FormRef, rowIdsOf } from '../outbox/form-mutations.ts'
import type { DraftStore } from './drafts.ts'

/** Drafts of forms; see DraftStore. */
export type DeviceDrafts = Pick<DraftStore, 'claim' | 'save' | 'remove' | 'listLeft' | 'prefer' | 'watch'> & {
  /** The id of the first row that the form will create, known before it is saved. */
  firstRowId: (form: FormRef) => string
}

export const toDeviceDrafts = ({ claim, save, remove, listLeft, prefer, watch, mutationOf }: DraftStore): DeviceDrafts => ({
  claim,
  save,
  remove,
  listLeft,
  prefer,
  watch,
  firstRowId: (form) => rowIdsOf(mutationOf(form).id)(),
})
