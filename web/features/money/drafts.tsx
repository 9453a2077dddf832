import type { Json } from '#schema/values/merge.ts'
import type { FormDraft } from '#web/forms/drafts/form-draft.ts'
import { defineDrafts, type DraftWords, type LeftDraft, type RowCorrection } from '../define-feature.ts'
import { inOrder } from '../draft-words.ts'
import { type MoneyAct, moneyCollection, moneyForms, type MoneyKind } from './form.ts'
import { laterDialog } from '#web/navigation/later.tsx'
import { menu } from '#web/language/menu-texts.ts'

const MoneyDialog = laterDialog(async () => (await import('./money-dialog.tsx')).MoneyDialog)

declare module '../define-feature.ts' {
  interface RefusedForms {
    money: { money: MoneyKind; target: { rowId: string } | { orderId: string } }
  }
}

/** Payments and costs, edited in their order's dialog; only a refused one has its own dialog. */
export const drafts = defineDrafts({
  draftKinds: {
    'payment-add': addedTo('payment'),
    'refund-add': addedTo('refund'),
    'payment-take': addedTo('payment'),
    'payment-edit': changeOf('payment'),
    'cost-add': addedTo('cost'),
    'cost-edit': changeOf('cost'),
  },
  unknownDraftToText: (draft) => describeMoney(draft).text,
  corrects: {
    rows: { payments: correctionOf('payment'), costs: correctionOf('cost') },
    forms: {
      money: {
        needs: ({ money: kind, target }) =>
          'rowId' in target ? [{ collection: moneyCollection[kind], id: target.rowId }] : [{ collection: 'orders', id: target.orderId }],
        show: (props, { money: kind, target }) => <MoneyDialog {...props} kind={kind} target={target} />,
      },
    },
  },
})

function addedTo(act: MoneyAct) {
  return ({ first, draft }: LeftDraft): DraftWords => ({ noun: menu.draft[act](), ...describeMoney(draft), ...inOrder(first) })
}

function changeOf(kind: MoneyKind) {
  return ({ first, draft }: LeftDraft): DraftWords => ({
    noun: kind === 'payment' ? menu.draft.changeOfPayment() : menu.draft.changeOfCost(),
    ...describeMoney(draft),
    row: { collection: moneyCollection[kind], id: first },
  })
}

function describeMoney({ values: { amount, text }, opened }: FormDraft): { title: string; text: string } {
  const { labels } = moneyForms.payment
  const lineOf = (label: string, value: Json | undefined, before: Json | undefined): string[] =>
    typeof value === 'string' && value !== '' && value !== before ? [`${label}: ${value}`] : []
  const lines = [...lineOf(labels.amount, amount, opened['amount']), ...lineOf(labels.text, text, opened['text'])]
  return { title: typeof amount === 'string' ? amount.trim() : '', text: lines.join('\n') }
}

function correctionOf(kind: MoneyKind): RowCorrection {
  return {
    shownFields: new Set<string>(Object.values(moneyForms[kind].rowFields)),
    ownerField: 'orderId',
    createToForm: ({ at, typed, ownerId, toSource }) => {
      // Unless another date is typed, a correction keeps the original time.
      const values = toFormNames(kind, { createdAt: at, ...typed })
      return ownerId === undefined || values === undefined ? undefined : { kind: 'money', money: kind, target: { orderId: ownerId }, source: toSource(values) }
    },
    updateToForm: ({ id, typed, seen, toSource }) => {
      const [valuesSeen, values] = [toFormNames(kind, seen), toFormNames(kind, typed)]
      return valuesSeen && values && { kind: 'money', money: kind, target: { rowId: id }, source: toSource(values, valuesSeen) }
    },
  }
}

/** Maps row fields to form fields; undefined when an amount is not a number. */
function toFormNames(kind: MoneyKind, values: Readonly<Record<string, Json>>): Record<string, Json> | undefined {
  const named = Object.entries(moneyForms[kind].rowFields).flatMap(([name, rowField]): [string, Json][] =>
    values[rowField] === undefined ? [] : [[name, values[rowField]]],
  )
  return named.some(([name, value]) => name === 'amount' && typeof value !== 'number') ? undefined : Object.fromEntries(named)
}
