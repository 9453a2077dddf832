import { useCallback } from 'react'
import type { z } from 'zod'
import { findLeftIssue, leftOfPayment, refundTexts } from '#schema/rules/money/refunds.ts'
import { useRowsOfOrder } from '#web/device/react/use-answers.ts'
import { readShopAmount } from '#web/inputs/shop-amounts.ts'
import { useShopFormat } from '#web/inputs/shop-format.tsx'
import type { MoneyForm } from './form.ts'

type RefundCheck = (form: MoneyForm) => { field: 'amount' | 'text'; message: string } | undefined

/** Checks a refund that names its payment: a reason, and an amount that is left. `refundId`: the refund being edited. */
export function useRefundCheck(shopId: string, orderId: string, refundId?: string): RefundCheck {
  const payments = useRowsOfOrder('payments', shopId, orderId)
  const { money } = useShopFormat()
  return useCallback(
    ({ refundOf, amount, text }) => {
      if (refundOf === '') return undefined
      const payment = payments?.find(({ id }) => id === refundOf)
      const typed = readShopAmount(amount)
      const message = payment === undefined || typed === null ? undefined : findLeftIssue(typed, leftOfPayment(payment, payments ?? [], refundId), money)
      if (message !== undefined) return { field: 'amount', message }
      return text.trim() === '' ? { field: 'text', message: refundTexts.reasonNeeded } : undefined
    },
    [payments, money, refundId],
  )
}

/** The form's schema with the check on top, where there is one. */
export const withCheck = (schema: z.ZodType<MoneyForm, MoneyForm>, check: RefundCheck): z.ZodType<MoneyForm, MoneyForm> =>
  schema.superRefine((form, context) => {
    const issue = check(form)
    if (issue !== undefined) context.addIssue({ code: 'custom', path: [issue.field], message: issue.message })
  })
