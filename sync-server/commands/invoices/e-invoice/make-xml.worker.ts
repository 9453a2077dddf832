import { parentPort } from 'node:worker_threads'
import { FormatFactoryService, invoiceSchema, type Invoice, ValidationService } from '@e-invoice-eu/core'
import { Ajv2019 } from 'ajv/dist/2019.js'
import type { EInvoiceFormat } from '#schema/values/invoices/e-invoice-format.ts'
import type { XmlAnswer, XmlJob } from './xml-maker.ts'

/**
 * A thread of its own: the library takes seconds to load and 100 MB while it stays, so nothing else loads it. Its `InvoiceService`
 * compiles the schema for every document, a hundred times the work, and demands addresses for UBL that EN 16931 does not.
 */

const silent = { log: (): void => {}, warn: (): void => {}, error: (): void => {} }
const formats = new FormatFactoryService()
const validator = new ValidationService(silent)
const isValid = new Ajv2019({ strict: true, allErrors: true, useDefaults: true }).compile(invoiceSchema)

parentPort?.on('message', (job: XmlJob) => void answer(job))

async function answer({ id, document, format }: XmlJob): Promise<void> {
  parentPort?.postMessage({ id, ...(await tryXml(document, format)) } satisfies XmlAnswer)
}

async function tryXml(document: Invoice, format: EInvoiceFormat): Promise<Omit<XmlAnswer, 'id'>> {
  try {
    return { xml: await makeXml(validator.validate('document', isValid, document), format) }
  } catch (error) {
    const refused = readRefused(error)
    return refused === undefined ? { failure: String(error) } : { refused }
  }
}

/** Which elements the schema refuses, without what stands in them. */
function readRefused(error: unknown): string[] | undefined {
  if (!(error instanceof Error) || !('errors' in error) || !Array.isArray(error.errors)) return undefined
  return [...new Set(error.errors.map(({ instancePath }: { instancePath: string }) => instancePath.slice('/ubl:Invoice/'.length)))]
}

async function makeXml(document: Invoice, format: EInvoiceFormat): Promise<string> {
  const writer = formats.createFormatService(format, silent)
  writer.fillInvoiceDefaults(document)
  const made = await writer.generate(document, { format, lang: 'en' })
  const xml = typeof made === 'string' ? made : new TextDecoder().decode(made)
  const [corrected] = document['ubl:Invoice']['cac:BillingReference'] ?? []
  return format === 'cii' && corrected !== undefined ? addCorrected(xml, corrected['cac:InvoiceDocumentReference']) : xml
}

const sums = '</ram:SpecifiedTradeSettlementHeaderMonetarySummation>'

/** The library leaves the corrected invoice (BT-25, BT-26) out of CII. */
function addCorrected(xml: string, { 'cbc:ID': number, 'cbc:IssueDate': day = '' }: { 'cbc:ID': string; 'cbc:IssueDate'?: string }): string {
  const reference = [
    sums,
    '<ram:InvoiceReferencedDocument>',
    `\t<ram:IssuerAssignedID>${escapeXml(number)}</ram:IssuerAssignedID>`,
    '\t<ram:FormattedIssueDateTime>',
    `\t\t<qdt:DateTimeString format="102">${day.replaceAll('-', '')}</qdt:DateTimeString>`,
    '\t</ram:FormattedIssueDateTime>',
    '</ram:InvoiceReferencedDocument>',
  ]
  return xml.replace(sums, () => reference.join('\n\t\t\t'))
}

const escapeXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
