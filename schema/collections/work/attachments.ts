import { defineCollection, type DocumentOf } from '../../collection.ts'
import { flag, optionalInstant, optionalText, optionalWholeNumber, reference, text, wholeNumber } from '../../fields.ts'
import { attachmentKinds, sideMax } from '../../values/attachment-kind.ts'

/** A file of an order. Its content is transferred separately; only caption and `forCustomer` can change later. */
export const attachments = defineCollection({
  name: 'attachments',
  fields: {
    orderId: reference('Order', 'orders', { required: 'Order ID is required', onParentDelete: { action: 'cascade' } }),
    kind: text('Kind', {
      required: 'Kind is required',
      max: 20,
      pattern: { test: (kind) => attachmentKinds.some((one) => one === kind), message: 'Kind must be photo, document or signature' },
    }),
    fileName: text('File name', { required: 'File name is required' }),
    mimeType: text('Type', { required: 'Type is required', max: 100 }),
    byteSize: wholeNumber('Size', { required: 'Size is required', invalid: 'Size must be a whole number of bytes', min: 1 }),
    width: optionalWholeNumber('Width', { invalid: 'Width must be a whole number of pixels', min: 1, max: sideMax }),
    height: optionalWholeNumber('Height', { invalid: 'Height must be a whole number of pixels', min: 1, max: sideMax }),
    sha256: text('SHA-256', {
      required: 'SHA-256 is required',
      max: 64,
      pattern: { test: (hash) => /^[0-9a-f]{64}$/.test(hash), message: 'SHA-256 must be 64 hex digits in lower case' },
    }),
    caption: optionalText('Caption', { max: 1000 }),
    forCustomer: flag('For the customer'),
    takenAt: optionalInstant('Taken'),
    signedName: optionalText('Signed by', { max: 200 }),
    signedTerms: optionalText('Signed terms', { max: 5000 }),
    isStored: flag('Content has arrived', false, { writer: 'server' }),
  },
  access: { read: 'member', create: 'member', update: 'member', delete: 'member' },
  audit: { noun: 'file', titleField: 'fileName' },
  localIndexes: [['orderId']],
})

export type Attachment = DocumentOf<typeof attachments>
