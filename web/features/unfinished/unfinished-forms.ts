import type { RowRef } from '#web/device/rows/rows.ts'
import type { Draft } from '#web/device/storage/stored-draft.ts'
import { type FormDraft, valueToDraft } from '#web/forms/drafts/form-draft.ts'
import type { DialogRequest } from '#web/navigation/dialogs.ts'
import { allFeatures, draftKinds } from '../all-features.ts'
import type { DraftWords } from '../define-feature.ts'
import { inOrder } from '../draft-words.ts'

/** A form that was left with something typed in it. */
export type UnfinishedForm = {
  key: string
  savedAt: string
  shopId: string | undefined
  /** 'order', 'customer', 'change of order'. */
  noun: string
  /** What people know it by; '' while nothing of that is typed. */
  title: string
  /** Opens it again; undefined where this version has no such form, or its row is gone. */
  dialog: DialogRequest | undefined
  /** The row that it changes, which may be gone. */
  row: RowRef | undefined
  /** What was typed, a line a field. */
  text: string
}

/** What a stored draft is a draft of, by the features' draft kinds. Undefined for what is no draft of a form. */
export function draftToUnfinishedForm({ key, value, savedAt }: Draft): UnfinishedForm | undefined {
  const draft = valueToDraft(value)
  if (draft === undefined) return undefined
  const [kind = '', first = '', second] = (key.split('~', 1)[0] ?? '').split('/')
  // The pages of settings are addresses of their own and offer what was typed there when they open.
  if (kind === 'settings') return undefined
  const words = draftKinds.get(kind)?.({ first, second, draft }) ?? wordsOfUnknown(draft)
  return { key, savedAt, shopId: draft.shopId, row: undefined, dialog: undefined, ...words }
}

/** A form that this version does not know can still be read. */
function wordsOfUnknown(draft: FormDraft): DraftWords {
  const texts = allFeatures.map(({ unknownDraftToText }) => unknownDraftToText?.(draft) ?? '')
  return { noun: 'form', title: '', text: texts.find((text) => text !== '') ?? '' }
}

/** Where a row is edited that has no dialog of its own: that of its order. */
export function rowToDialog(row: object): DialogRequest | undefined {
  return 'orderId' in row && typeof row.orderId === 'string' ? inOrder(row.orderId).dialog : undefined
}
