import { blobToDataUrl } from '#web/api/data-url.ts'
import type { DeviceFiles } from '#web/device/files/device-files.ts'
import type { DeviceRows } from '#web/device/lists/device-reads.ts'
import type { PaperSignature } from './paper.ts'

/** The signatures of an order, oldest first, as far as their pictures can be had; paper is printed without those that cannot (SIGN-01). */
export async function readSignatures(rows: DeviceRows, files: DeviceFiles, orderId: string): Promise<PaperSignature[]> {
  const signed = (await rows.listOf('attachments', 'orderId', orderId))
    .filter(({ kind }) => kind === 'signature')
    .toSorted((one, other) => ((one.takenAt ?? one.createdAt) < (other.takenAt ?? other.createdAt) ? -1 : 1))
  if (signed.length === 0 || files.isOff) return []
  const room = await files.open()
  const signatures = await Promise.all(
    signed.map(async (row): Promise<PaperSignature | undefined> => {
      const answer = await room.read(row, 'content')
      if (answer.state !== 'here' || (row.caption !== 'drop-off' && row.caption !== 'pick-up')) return undefined
      const at = row.takenAt ?? row.createdAt
      return { paper: row.caption, picture: await blobToDataUrl(answer.blob), name: row.signedName ?? '', at, terms: row.signedTerms }
    }),
  )
  return signatures.filter((signature) => signature !== undefined)
}
