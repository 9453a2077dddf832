import type { Invoice } from '#schema/collections/work/invoices.ts'
import { AppError } from '#schema/errors.ts'
import { isIssued } from '#schema/rules/invoices/invoice-states.ts'
import { NetworkError } from '#web/api/errors.ts'
import { issueInvoice } from '#web/api/shop-api.ts'
import type { Device } from '#web/device/device-types.ts'
import { openDialog } from '#web/navigation/dialogs.ts'
import { notifyFailure, notifySuccess } from '#web/navigation/notify.ts'
import { documentToText, kindToText } from './invoice-words.ts'

/**
 * Issues a stored draft. Numbers come from the server alone: without a connection the draft stays, and the order's receipt is printed
 * instead, which says that the invoice follows.
 */
export async function issueDraft(device: Device, { shopId, id, kind, orderId }: Pick<Invoice, 'shopId' | 'id' | 'kind' | 'orderId'>): Promise<void> {
  const noun = kindToText[kind]
  const print = { label: 'Print', onPress: () => openDialog({ kind: 'invoice-papers', invoiceId: id, orderId }) }
  try {
    if (device.sync.status.get().state === 'offline') throw new NetworkError()
    // The server issues its stored version, so push unsent changes first.
    await device.sync.run()
    const issued = await issueInvoice(shopId, id)
    await device.sync.run()
    notifySuccess(`${documentToText(issued)} issued`, undefined, print)
  } catch (error) {
    if (error instanceof AppError && error.code === 'CONFLICT') {
      await device.sync.run()
      const document = await device.rows.read('invoices', id)
      if (document !== undefined && isIssued(document))
        return notifySuccess(
          `${documentToText(document)} was issued already`,
          'Another device did it at the same time. It has one number, the same on both.',
          print,
        )
    }
    if (!(error instanceof NetworkError)) return notifyFailure(`Failed to issue the ${noun.toLowerCase()}`, error)
    notifySuccess(
      `The ${noun.toLowerCase()} follows`,
      'There is no connection to the server, which gives the number. The draft is kept; any device can issue it later.',
    )
    if (kind === 'invoice') openDialog({ kind: 'papers', orderIds: [orderId], paper: 'pick-up' })
  }
}
