import type { RefusedChange } from '#web/device/outbox/refused.ts'
import type { RowRef } from '#web/device/rows/rows.ts'

const canCopy = 'What you typed stays here so that you can copy it.'

/** Why an open form's row is missing: it was deleted, or the server refused it, with the reason. */
export function goneToText(noun: string, row: RowRef | undefined, refused: readonly Pick<RefusedChange, 'ops' | 'error'>[]): string {
  const change = row && refused.find(({ ops }) => ops.some((op) => op.action === 'create' && op.collection === row.collection && op.id === row.id))
  if (change === undefined) return `This ${noun} was deleted in the meantime. ${canCopy}`
  const said = change.error.message.replace(/[.\s]+$/, '')
  const reason = said.includes('deleted in the meantime') ? `its ${said.charAt(0).toLowerCase()}${said.slice(1)}` : said
  return `This ${noun} could not be stored: ${reason}. It is kept under “Needs attention”. ${canCopy}`
}
