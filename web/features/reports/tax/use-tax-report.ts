import { useEffect, useState } from 'react'
import { readInvoiceTaxes } from '#schema/rules/invoices/read-invoice.ts'
import { toPrice } from '#schema/rules/money/price.ts'
import { buildTaxReport, type TaxReport } from '#schema/rules/money/tax-report.ts'
import type { Invoice } from '#schema/collections/work/invoices.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import type { Device } from '#web/device/device-types.ts'
import type { Money } from '../use-report-money.ts'

/** Bases and taxes of the range, from this device's rows; undefined while they are read. */
export function useTaxReport(shopId: string, money: Money): TaxReport | undefined {
  const device = useDevice()
  const [invoices, setInvoices] = useState<readonly Invoice[]>()
  const [report, setReport] = useState<TaxReport>()
  useEffect(() => device.rows.watchShop('invoices', shopId, setInvoices), [device, shopId])
  useEffect(() => {
    if (invoices === undefined) return undefined
    let isOver = false
    const read = async (): Promise<void> => {
      const next = await readTaxReport(device.rows, shopId, money, invoices)
      if (!isOver) setReport(next)
    }
    void read()
    return () => void (isOver = true)
  }, [device, shopId, money, invoices])
  return report
}

/** The share of a payment depends on what was paid before it, so all payments of its order are read. */
async function readTaxReport(rows: Device['rows'], shopId: string, { payments, range }: Money, invoices: readonly Invoice[]): Promise<TaxReport> {
  const orders = await rows.readMany('orders', [...new Set(payments.map(({ orderId }) => orderId))])
  const moneyById = await rows.readMoney(shopId, orders)
  const ofOrders = await Promise.all(orders.map(({ id }) => rows.listOf('payments', 'orderId', id)))
  const documents = invoices.map(({ kind, issuedAt, net, taxes }) => ({ kind, issuedAt, net, taxes: readInvoiceTaxes(taxes) }))
  const priceOf = (orderId: string) => {
    const money = moneyById.get(orderId)
    return money && toPrice(money)
  }
  return buildTaxReport({ documents, payments: ofOrders.flat(), priceOf, range })
}
