import type { CollectionName } from '#schema/collections/index.ts'
import type { Json } from '#schema/rules/merge/merge.ts'
import type { Seen } from '#schema/rules/merge/since.ts'

/** Values as a form holds them; the write path parses them. `undefined` means: not given. */
export type InputValues = { readonly [field: string]: Json | undefined }

export type OpInput =
  /** A missing id is made; the receipt names it. */
  | { action: 'create'; collection: CollectionName; id?: string | undefined; values: InputValues }
  /** `values`: the new values of any fields. `seen`: what the person had before them when they began, else the stored row. */
  | {
      action: 'update'
      collection: CollectionName
      id: string
      values: InputValues
      seen?: InputValues | undefined
      /** A null of `seen` says nothing. */ isSeenForgotten?: boolean | undefined
    }
  /** `anyway`: what the person had seen when they first asked, where that was refused because something came since. */
  | { action: 'delete'; collection: CollectionName; id: string; anyway?: Seen | undefined }
  /** `title` names a row that is no longer on this device, `deletion` the one that this undoes; else it undoes any. */
  | { action: 'restore'; collection: CollectionName; id: string; title?: string | undefined; deletion?: string | undefined }
