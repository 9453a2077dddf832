import { useEffect, useId, useState } from 'react'
import type { Customer } from '#schema/collections/work/customers.ts'
import {
  type MergeChoices,
  mergeFields,
  type MergeField,
  type MergeSide,
  planMerge,
  preselectMerge,
  toMergeChoices,
} from '#schema/rules/customers/plan-merge.ts'
import { addressToText } from '#schema/rules/customers/address-lines.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { type Merge, toMergeOps, toUndoOps } from '#web/device/react/merge-writes.ts'
import { expectOwnNews } from '#web/forms/news/own-news.ts'
import { phoneToText } from '#web/inputs/customer-line.tsx'
import { useShopCountryCode } from '#web/inputs/shop-format.tsx'
import { runAction } from '#web/navigation/notify.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { mergeFieldLabels, movedToText } from './merge-texts.ts'
import { cn } from '#web/ui/cn.ts'
import { common } from '#web/language/common-texts.ts'
import { t } from './customer-merge-texts.ts'

type MergeDialogProps = {
  shopId: string
  one: Customer
  other: Customer
  onClose: () => void
  /** `goesId`: the customer that was removed. */
  onMerged: (goesId: string) => void
}

export function MergeDialog({ shopId, one, other, onClose, onMerged }: MergeDialogProps) {
  const device = useDevice()
  const ownCode = useShopCountryCode()
  const formId = useId()
  const [staysId, setStaysId] = useState(one.id)
  const [isBusy, setIsBusy] = useState(false)
  const [stays, goes] = staysId === one.id ? [one, other] : [other, one]
  const [chosen, setChosen] = useState<Partial<Record<MergeField, string>>>({})
  const choices = toChoices(preselectMerge({ stays, goes }), chosen, stays.id)
  const plan = planMerge({ stays, goes }, choices, ownCode)
  const moved = useMovedText(goes.id)

  const merge = async (): Promise<void> => {
    const asked: Merge = { stays, goes, choices, ownCode }
    let deletion: string | undefined
    setIsBusy(true)
    const outcome = await runAction({
      run: async () => {
        expectOwnNews()
        deletion = (await device.write(shopId, toMergeOps(asked))).mutationId ?? undefined
      },
      success: {
        title: t.merged(),
        description: t.mergedText({ from: goes.name, to: plan.name }),
        action: {
          label: common.undo(),
          onPress: () => {
            expectOwnNews()
            void runAction({ run: () => device.write(shopId, toUndoOps(asked, deletion)), success: t.undone(), failure: t.undoFailed() })
          },
        },
      },
      failure: t.mergeFailed(),
    })
    setIsBusy(false)
    if (outcome.ok) onMerged(goes.id)
  }

  const textOf = (customer: Customer, field: MergeField): string =>
    field === 'phone'
      ? phoneToText(customer.countryCode, customer.phone, ownCode)
      : field === 'alternatePhone'
        ? phoneToText(customer.alternateCountryCode, customer.alternatePhone, ownCode)
        : field === 'address'
          ? addressToText(customer)
          : (customer[field] ?? '')

  return (
    <Dialog
      open
      title={t.mergeTitle()}
      description={t.mergeText()}
      onCloseRequest={onClose}
      footer={
        <>
          <Button onClick={onClose}>{common.cancel()}</Button>
          <Button type="submit" form={formId} variant="primary" busy={isBusy}>
            {t.merge()}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          event.stopPropagation()
          void merge()
        }}
      >
        <MergeChoice
          legend={t.whoStays()}
          value={staysId}
          options={[one, other].map(({ id, name, createdAt }) => ({ value: id, text: t.since({ name, day: createdAt.slice(0, 10) }) }))}
          onChange={setStaysId}
        />
        {mergeFields.map((field) => {
          const texts = [one, other].map((customer) => ({ value: customer.id, text: textOf(customer, field) }))
          if (texts.every(({ text }) => text === texts[0]?.text)) return null
          return (
            <MergeChoice
              key={field}
              legend={mergeFieldLabels[field]}
              value={choices[field] === 'stays' ? stays.id : goes.id}
              options={texts}
              onChange={(id) => setChosen((before) => ({ ...before, [field]: id }))}
            />
          )
        })}
        <section aria-label={t.result()} aria-live="polite" className="rounded-md bg-sunken px-3 py-2">
          <p className="font-semibold wrap-anywhere">{plan.name}</p>
          <p className="tabular-nums">
            {[phoneToText(plan.countryCode, plan.phone, ownCode), phoneToText(plan.alternateCountryCode, plan.alternatePhone, ownCode)]
              .filter((text) => text !== '')
              .join(' · ')}
          </p>
          {plan.email !== null && <p className="wrap-anywhere">{plan.email}</p>}
          {[plan.company ?? '', addressToText(plan), plan.taxId ?? ''].map(
            (text, index) =>
              text !== '' && (
                <p key={index} className="wrap-anywhere">
                  {text}
                </p>
              ),
          )}
          {plan.customerNotes !== null && <p className="wrap-anywhere whitespace-pre-line text-muted">{plan.customerNotes}</p>}
          {moved !== undefined && <p className="mt-1 text-sm">{t.movedFrom({ name: goes.name, what: moved })}</p>}
          {goes.hasAccessCode && !stays.hasAccessCode && <p className="mt-1 text-sm text-warn-ink">{t.codeEnds({ name: goes.name })}</p>}
        </section>
      </form>
    </Dialog>
  )
}

/** A choice refers to a customer's value, so it survives swapping which customer stays. */
const toChoices = (preselected: MergeChoices, chosen: Partial<Record<MergeField, string>>, staysId: string): MergeChoices => {
  const sideOf = (field: MergeField): MergeSide => {
    const id = chosen[field]
    return id === undefined ? preselected[field] : id === staysId ? 'stays' : 'goes'
  }
  return toMergeChoices(sideOf)
}

/** Counts only rows on this device; the server moves the others too. */
function useMovedText(customerId: string): string | undefined {
  const device = useDevice()
  const [moved, setMoved] = useState<{ customerId: string; text: string | undefined }>()
  useEffect(() => {
    let isGone = false
    const read = async (): Promise<void> => {
      const [orders, assets] = await Promise.all([
        device.rows.listOf('orders', 'customerId', customerId),
        device.rows.listOf('assets', 'customerId', customerId),
      ])
      if (!isGone) setMoved({ customerId, text: movedToText(orders.length, assets.length) })
    }
    // Ignore errors: the count is only a hint.
    void read().catch(() => undefined)
    return () => void (isGone = true)
  }, [device, customerId])
  return moved?.customerId === customerId ? moved.text : undefined
}

type MergeChoiceProps = {
  legend: string
  value: string
  options: readonly { value: string; text: string }[]
  onChange: (value: string) => void
}

function MergeChoice({ legend, value, options, onChange }: MergeChoiceProps) {
  const name = useId()
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-sm font-semibold">{legend}</legend>
      <div className="grid grid-cols-2 gap-2 max-sm:grid-cols-1">
        {options.map((option) => (
          <label
            key={option.value}
            className={cn(
              'flex min-h-11 min-w-0 cursor-pointer items-center gap-2 rounded-md border px-3 py-2 has-focus-visible:outline-2',
              option.value === value ? 'border-accent bg-accent-soft' : 'border-line',
            )}
          >
            <input
              type="radio"
              name={name}
              className="size-4 shrink-0 accent-accent"
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span className={cn('min-w-0 wrap-anywhere', option.text === '' && 'text-muted')}>{option.text === '' ? t.empty() : option.text}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
