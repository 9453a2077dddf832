import type { Invoice } from '#schema/collections/work/invoices.ts'
import { AppError } from '#schema/errors.ts'
import { isIssued } from '#schema/rules/invoices/invoice-states.ts'
import { NetworkError } from '#web/api/errors.ts'
import { issueInvoice } from '#web/api/shop-api.ts'
import type { Device } from '#web/device/device-types.ts'
import { openDialog } from '#web/navigation/dialogs.ts'
import { notifyFailure, notifySuccess } from '#web/navigation/notify.ts'
import { documentToText } from './invoice-words.ts'
import { common } from '#web/language/common-texts.ts'
import { t } from './invoices-texts.ts'

/**
 * Issues a stored draft. Numbers come from the server alone: without a connection the draft stays, and the order's receipt is printed
 * instead, which says that the invoice follows.
 */
export async function issueDraft(device: Device, { shopId, id, kind, orderId }: Pick<Invoice, 'shopId' | 'id' | 'kind' | 'orderId'>): Promise<void> {
  const print = { label: common.print(), onPress: () => openDialog({ kind: 'invoice-papers', invoiceId: id, orderId }) }
  try {
    if (device.sync.status.get().state === 'offline') throw new NetworkError()
    // The server issues its stored version, so push unsent changes first.
    await device.sync.run()
    const issued = await issueInvoice(shopId, id)
    await device.sync.run()
    notifySuccess(t.wasIssued({ document: documentToText(issued) }), undefined, print)
  } catch (error) {
    if (error instanceof AppError && error.code === 'CONFLICT') {
      await device.sync.run()
      const document = await device.rows.read('invoices', id)
      if (document !== undefined && isIssued(document)) return notifySuccess(t.wasIssuedAlready({ document: documentToText(document) }), t.oneNumber(), print)
    }
    if (!(error instanceof NetworkError)) return notifyFailure(t.issueFailed[kind](), error)
    notifySuccess(t.follows[kind](), t.offlineCredit())
    if (kind === 'invoice') openDialog({ kind: 'papers', orderIds: [orderId], paper: 'pick-up' })
  }
}
