import type { DraftBook } from './drafts.ts'

/** Drafts of forms: what is typed and not saved yet (DraftBook says what each does). */
export type DeviceDrafts = Pick<DraftBook, 'claim' | 'save' | 'remove' | 'listLeft' | 'prefer' | 'watch'>

export const toDeviceDrafts = ({ claim, save, remove, listLeft, prefer, watch }: DraftBook): DeviceDrafts => ({ claim, save, remove, listLeft, prefer, watch })
