import { createHash } from 'node:crypto'
import type { Device } from '#web/device/device-types.ts'
import type { FileFacts } from '#web/device/files/files-store.ts'
import type { Step } from '../plan.ts'
import type { AddedFile } from '../protocol.ts'

/** Pictures, papers and signatures of a few bytes, as a person adds them to an order at a tablet. */

const beginnings = {
  photo: { mimeType: 'image/jpeg', bytes: [0xff, 0xd8, 0xff] },
  document: { mimeType: 'application/pdf', bytes: [...Buffer.from('%PDF-')] },
  signature: { mimeType: 'image/png', bytes: [0x89, ...Buffer.from('PNG'), 0x0d, 0x0a, 0x1a, 0x0a] },
} as const
const kinds = ['photo', 'photo', 'photo', 'document', 'signature'] as const

type Place = { id: string; shopId: string; orderId: string; draftKey: string }

/** `isDamaged`: what was read of it is not what its row says, which only the server finds out. */
function makeFile({ id, shopId, orderId }: Place, userId: string, step: Step): { file: AddedFile; facts: FileFacts; content: ArrayBuffer } {
  const roll = (index: number): number => step.rolls[index] ?? 0
  const kind = kinds[Math.floor(roll(2) * kinds.length)] ?? 'photo'
  const isDamaged = roll(3) < 0.06
  const content = new Uint8Array([...beginnings[kind].bytes, ...Buffer.from(`of step ${step.token}`)])
  const facts: FileFacts = {
    kind,
    fileName: `t${step.token}`,
    mimeType: beginnings[kind].mimeType,
    byteSize: content.length,
    width: null,
    height: null,
    sha256: createHash('sha256')
      .update(isDamaged ? 'another' : content)
      .digest('hex'),
    caption: roll(4) < 0.5 ? `t${step.token}` : null,
    forCustomer: roll(5) < 0.3,
    takenAt: '2026-03-02T09:00:00.000Z',
  }
  const file = { id, shopId, userId, values: { orderId, ...facts }, base64: Buffer.from(content).toString('base64'), isDamaged }
  return { file, facts, content: content.buffer }
}

/** Adds a file to an order: at once, or with a form whose order is saved by `save`. `onBegun` hears what is about to be kept. */
export async function addFile(
  device: Device,
  step: Step,
  place: Place,
  save: (() => Promise<unknown>) | undefined,
  onBegun: (file: AddedFile) => void,
): Promise<void> {
  const { file, facts, content } = makeFile(place, device.userId, step)
  onBegun(file)
  const room = await device.files.open()
  const thumbnail = facts.kind === 'photo' ? new Uint8Array([...beginnings.photo.bytes, 1]).buffer : null
  const added = { id: place.id, shopId: place.shopId, draftKey: place.draftKey, facts, content, thumbnail, thumbnailType: thumbnail && 'image/jpeg' }
  await room.add({ ...added, orderId: save === undefined ? place.orderId : null })
  if (save === undefined) return
  await room.claim(place.draftKey, place.orderId)
  await save()
  await room.settle()
}
