import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { BootstrapShop } from '#schema/api/sync.ts'
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
 * What a feature says of itself, in its `feature.tsx`: its views, its dialogs, the drafts that its forms leave, and the refused
 * changes that its forms can correct. Views and dialogs are `laterView` and `laterDialog`: what it says comes with the shell, their
 * code after the first view, ahead of being asked for.
 */
export type Feature = {
  name: string
  views?: readonly FeatureView[]
  /** By the kind that `openDialog` asks with; a kind is declared in navigation's `DialogRequests`, next to what it takes. */
  dialogs?: { readonly [K in DialogKind]?: ShowDialog<K> }
  /** Entries of the menu New, in the order of the features. */
  flows?: readonly FlowEntry[]
  hotkeys?: readonly DialogHotkey[]
  /** By the first part of a form's key, as `order-add` in `order-add/{shop}/{customer}`. */
  draftKinds?: { readonly [kind: string]: (draft: LeftDraft) => DraftWords }
  /** Reads a draft of a kind that no feature knows, as far as its fields are this feature's; '' where none is. */
  unknownDraftToText?: (draft: FormDraft) => string
  corrects?: Corrections
}

export type FeatureView = {
  /** The segment of its address; declared in navigation's `DashboardTabs`. */
  tab: DashboardTab
  label: string
  Icon: LucideIcon
  /** Who may open it; its address says `deniedText` to everybody else. */
  guard?: { privilege: Privilege; deniedText: string }
  /** The number beside the label; null where there is none yet. */
  count?: { label: string; tone: 'neutral' | 'warn'; read: (counts: ShopCounts) => number | null }
  /** `place`: in the list of shortcuts, from 1. */
  hotkey?: { keys: string; place: number }
  show: (props: ViewProps) => ReactNode
}

/** `customerId`: only this customer's rows. */
type ViewProps = { shop: BootstrapShop; customerId: string | undefined }

export type ShowDialog<K extends DialogKind> = (props: { shopId: string; request: DialogOf<K>; onClose: () => void }) => ReactNode

type FlowEntry = { label: string; Icon: LucideIcon; shortcut?: string; dialog: DialogRequest }

/** A key that opens a dialog on every page of a shop. `place`: in the list of shortcuts, from 1. */
type DialogHotkey = { keys: string; text: string; place: number; dialog: DialogRequest }

/** `first`, `second`: the parts of the form's key after its kind. */
export type LeftDraft = { first: string; second: string | undefined; draft: FormDraft }

export type DraftWords = {
  /** 'order', 'customer', 'change of order'. */
  noun: string
  /** What people know it by; '' while nothing of that is typed. */
  title: string
  /** What was typed, a line a field. */
  text: string
  /** Where the key names it; else the draft does. */
  shopId?: string
  /** Opens it again; none where the form has no dialog of its own. */
  dialog?: DialogRequest
  /** The row that it changes, which may be gone. */
  row?: RowRef | undefined
}

/** What the form of each kind of correction takes; every feature adds its own. */
export interface RefusedForms {}

export type RefusedFormKind = keyof RefusedForms

export type RefusedFormOf<K extends RefusedFormKind> = { kind: K; source: RefusedSource } & RefusedForms[K]

/** The form in which a refused change can be corrected, filled with what was typed. */
export type RefusedForm = { [K in RefusedFormKind]: RefusedFormOf<K> }[RefusedFormKind]

/** What every form of a correction is opened with. */
type CorrectionProps = { shopId: string; onClose: () => void; refused: RefusedSource }

type Corrections = {
  /** Refused creates and updates of these collections' rows. */
  rows?: { readonly [N in CollectionName]?: RowCorrection }
  /** Creates that one form made together. */
  joint?: readonly JointCorrection[]
  forms: { readonly [K in RefusedFormKind]?: CorrectionForm<K> }
}

export type CorrectionForm<K extends RefusedFormKind> = {
  /** Rows without which the form has nothing to open on. */
  needs?: (form: RefusedFormOf<K>) => readonly RowRef[]
  show: (props: CorrectionProps, form: RefusedFormOf<K>) => ReactNode
}

type Values = Readonly<Record<string, Json>>

/** Makes what a form is filled with from fields under the form's names. `seen`: what the person saw before, in an update. */
export type ToSource = (typed: Values, seen?: Values) => RefusedSource

export type RowCorrection = {
  /** What the form shows: a change of anything else has no form, since saving would lose it. */
  shownFields: ReadonlySet<string>
  /** What something new belongs to: its form knows it, though no field shows it. */
  ownerField?: string
  /** `typed`: the values that the form shows. Undefined where the form cannot hold them. */
  createToForm: (created: { at: string; typed: Values; ownerId: string | undefined; toSource: ToSource }) => RefusedForm | undefined
  updateToForm: (updated: { id: string; typed: Values; seen: Values; toSource: ToSource }) => RefusedForm | undefined
}

export type JointCorrection = {
  /** Of each row, in the order in which the form makes them; no two of one. */
  collections: readonly CollectionName[]
  /** The field of all further rows that must name the first. */
  by: string
  /** `typed`: the values of each row as its part of the form holds them. */
  toForm: (joint: { typed: { readonly [N in CollectionName]?: Record<string, Json> }; toSource: ToSource }) => RefusedForm
}

export const defineFeature = <const F extends Feature>(feature: F): F => feature
