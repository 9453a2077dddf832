import type { RowRef } from '#web/device/rows/rows.ts'
import type { Draft } from '#web/device/storage/stored-draft.ts'
import { type FormDraft, valueToDraft } from '#web/forms/drafts/form-draft.ts'
import type { DialogRequest } from '#web/navigation/dialogs.ts'
import { allDrafts, draftKinds } from '../all-drafts.ts'
import type { DraftWords } from '../define-feature.ts'
import { inOrder } from '../draft-words.ts'
import { menu } from '#web/language/menu-texts.ts'

export type UnfinishedForm = {
  key: string
  savedAt: string
  shopId: string | undefined
  /** 'order', 'customer', 'change of order'. */
  noun: string
  /** Display name of the drafted row; '' while it is not typed. */
  title: string
  /** Reopens the form; undefined if this version lacks the form or the row is gone. */
  dialog: DialogRequest | undefined
  /** The edited row, which may be deleted. */
  row: RowRef | undefined
  /** The typed values, one line per field. */
  text: string
}

/** Describes a stored draft by the features' draft kinds; undefined if it is not a form's draft. */
export function draftToUnfinishedForm({ key, value, savedAt }: Draft): UnfinishedForm | undefined {
  const draft = valueToDraft(value)
  if (draft === undefined) return undefined
  const [kind = '', first = '', second] = (key.split('~', 1)[0] ?? '').split('/')
  // Settings pages offer their drafts themselves when they open.
  if (kind === 'settings') return undefined
  const words = draftKinds.get(kind)?.({ first, second, draft }) ?? wordsOfUnknown(draft)
  return { key, savedAt, shopId: draft.shopId, row: undefined, dialog: undefined, ...words }
}

function wordsOfUnknown(draft: FormDraft): DraftWords {
  const texts = allDrafts.map(({ unknownDraftToText }) => unknownDraftToText?.(draft) ?? '')
  return { noun: menu.draft.form(), title: '', text: texts.find((text) => text !== '') ?? '' }
}

/** The dialog of the row's order, for rows without their own. */
export function rowToDialog(row: object): DialogRequest | undefined {
  return 'orderId' in row && typeof row.orderId === 'string' ? inOrder(row.orderId).dialog : undefined
}
