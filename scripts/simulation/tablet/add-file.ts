import { createHash } from 'node:crypto'
import type { Device } from '#web/device/device-types.ts'
import type { FileFacts } from '#web/device/files/files-store.ts'
import type { AddedFile } from '../protocol.ts'

const photoBytes = [0xff, 0xd8, 0xff]

/** Adds a picture of a few bytes to an order. `onBegun` hears what is about to be kept. */
export async function addPhoto(
  device: Device,
  { id, shopId, orderId, word }: { id: string; shopId: string; orderId: string; word: string },
  onBegun: (file: AddedFile) => void,
): Promise<void> {
  const content = new Uint8Array([...photoBytes, ...Buffer.from(word)])
  const facts: FileFacts = {
    kind: 'photo',
    fileName: word,
    mimeType: 'image/jpeg',
    byteSize: content.length,
    width: null,
    height: null,
    sha256: createHash('sha256').update(content).digest('hex'),
    caption: word,
    forCustomer: false,
    takenAt: '2026-03-02T09:00:00.000Z',
  }
  onBegun({ id, shopId, values: { orderId, ...facts }, base64: Buffer.from(content).toString('base64') })
  const room = await device.files.open()
  const thumbnail = new Uint8Array([...photoBytes, 1]).buffer
  await room.add({ id, shopId, orderId, draftKey: `photos/${word}`, facts, content: content.buffer, thumbnail, thumbnailType: 'image/jpeg' })
}
