import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { BootstrapShop, Op } from '#schema/api/sync.ts'
import type { CollectionName } from '#schema/collections/index.ts'
import type { Privilege } from '#schema/privileges.ts'
import type { Json } from '#schema/values/merge.ts'
import type { ShopCounts } from '#web/device/lists/shop-counts.ts'
import type { RowRef } from '#web/device/rows/rows.ts'
import type { FormDraft } from '#web/forms/drafts/form-draft.ts'
import type { RefusedSource } from '#web/forms/drafts/refused-source.ts'
import type { DialogKind, DialogOf, DialogRequest } from '#web/navigation/dialogs.ts'
import type { DashboardTab } from '#web/navigation/paths.ts'

/**
 * What a feature declares in its `feature.tsx`: views and dialogs. The declaration loads with the shell; `laterView` and
 * `laterDialog` load their code after the first view.
 */
export type Feature = {
  name: string
  views?: readonly FeatureView[]
  /** By the kind passed to `openDialog`; kinds and their arguments are declared in navigation's `DialogRequests`. */
  dialogs?: { readonly [K in DialogKind]?: ShowDialog<K> }
  /** Entries of the menu New, in feature order. */
  flows?: readonly FlowEntry[]
  hotkeys?: readonly DialogHotkey[]
}

/**
 * What a feature declares in its `drafts.tsx`: the drafts that its forms leave, and the refused changes they can correct.
 * Loads with the lists of unfinished and refused work.
 */
export type Drafts = {
  /** By the first segment of the draft key, as `order-add` in `order-add/{shop}/{customer}`. */
  draftKinds?: { readonly [kind: string]: (draft: LeftDraft) => DraftWords }
  /** Describes a draft of an unknown kind from the fields this feature knows; '' without any. */
  unknownDraftToText?: (draft: FormDraft) => string
  corrects?: Corrections
}

export type FeatureView = {
  /** URL segment; declared in navigation's `DashboardTabs`. */
  tab: DashboardTab
  label: string
  Icon: LucideIcon
  /** The privilege to open the view; everyone else sees `deniedText`. */
  guard?: { privilege: Privilege; deniedText: string }
  /** The number beside the label; null while unknown. */
  count?: { label: string; tone: 'neutral' | 'warn'; read: (counts: ShopCounts) => number | null }
  /** `place`: position in the list of shortcuts, from 1. */
  hotkey?: { keys: string; place: number }
  show: (props: ViewProps) => ReactNode
}

/** `customerId`: show only this customer's rows. */
type ViewProps = { shop: BootstrapShop; customerId: string | undefined }

export type ShowDialog<K extends DialogKind> = (props: { shopId: string; request: DialogOf<K>; onClose: () => void }) => ReactNode

type FlowEntry = { label: string; Icon: LucideIcon; shortcut?: string; dialog: DialogRequest }

/** A key that opens a dialog on every page of a shop. `place`: position in the list of shortcuts, from 1. */
type DialogHotkey = { keys: string; text: string; place: number; dialog: DialogRequest }

/** `first`, `second`: the segments of the draft key after its kind. */
export type LeftDraft = { first: string; second: string | undefined; draft: FormDraft }

export type DraftWords = {
  /** 'order', 'customer', 'change of order'. */
  noun: string
  /** Display name of the drafted row; '' while it is not typed. */
  title: string
  /** The typed values, one line per field. */
  text: string
  /** Set when the key names the shop; otherwise the draft does. */
  shopId?: string
  /** Reopens the form; absent when the form has no dialog of its own. */
  dialog?: DialogRequest
  /** The edited row, which may be deleted. */
  row?: RowRef | undefined
}

/** Form arguments by correction kind; each feature adds its own. */
export interface RefusedForms {}

export type RefusedFormKind = keyof RefusedForms

export type RefusedFormOf<K extends RefusedFormKind> = { kind: K; source: RefusedSource } & RefusedForms[K]

/** The form that corrects a refused change, filled with its values. */
export type RefusedForm = { [K in RefusedFormKind]: RefusedFormOf<K> }[RefusedFormKind]

type CorrectionProps = { shopId: string; onClose: () => void; refused: RefusedSource }

type Corrections = {
  /** Refused creates and updates of these collections. */
  rows?: { readonly [N in CollectionName]?: RowCorrection }
  /** Creates made together by one form. */
  joint?: readonly JointCorrection[]
  /** What one act wrote, in numbers of rows that only this feature can read. */
  whole?: (ops: readonly Op[], tools: { toSource: ToSource; isShownWhole: (op: Op) => boolean }) => RefusedForm | undefined
  forms: { readonly [K in RefusedFormKind]?: CorrectionForm<K> }
}

export type CorrectionForm<K extends RefusedFormKind> = {
  /** Rows that must be on this device before the form can open. */
  needs?: (form: RefusedFormOf<K>) => readonly RowRef[]
  show: (props: CorrectionProps, form: RefusedFormOf<K>) => ReactNode
}

type Values = Readonly<Record<string, Json>>

/** Builds the form's initial values, by form field names. `seen`: the values before an update. */
export type ToSource = (typed: Values, seen?: Values) => RefusedSource

export type RowCorrection = {
  /** The fields the form shows. A change of any other field has no form, since saving would drop it. */
  shownFields: ReadonlySet<string>
  /** Reference to the owner of a new row: the form sets it without showing it. */
  ownerField?: string
  /** `typed`: the values the form shows. Undefined when the form cannot hold them. */
  createToForm: (created: { at: string; typed: Values; ownerId: string | undefined; toSource: ToSource }) => RefusedForm | undefined
  updateToForm: (updated: { id: string; typed: Values; seen: Values; toSource: ToSource }) => RefusedForm | undefined
}

export type JointCorrection = {
  /** Collections in the order in which the form creates their rows, each once. */
  collections: readonly CollectionName[]
  /** The field by which every further row references the first. */
  by: string
  /** `typed`: form values of each row. */
  toForm: (joint: { typed: { readonly [N in CollectionName]?: Record<string, Json> }; toSource: ToSource }) => RefusedForm
}

export const defineFeature = <const F extends Feature>(feature: F): F => feature

export const defineDrafts = <const D extends Drafts>(drafts: D): D => drafts

/** Safe: `Whole` is derived from the joined parts, and no key occurs twice (all-features.test.ts). */
export function joinParts<Whole extends object>(parts: readonly (object | undefined)[]): Whole {
  return Object.assign({}, ...parts) as Whole
}
