import { v7 } from 'uuid'
import { writePicture } from '../../inputs/images/write-picture.ts'
import type { PortalApi } from '../portal-api.ts'

type Sent = { orderId: string; photos: readonly File[]; maxBytes: number }

/** Sends the photos of a new order one after the other; a lost answer is tried once more. Returns how many did not arrive. */
export async function sendPhotos(api: Pick<PortalApi, 'sendPhoto'>, { orderId, photos, maxBytes }: Sent): Promise<number> {
  let unsent = 0
  for (const photo of photos) {
    const picture = await shrink(photo, maxBytes)
    if (picture === undefined || !(await sendOne(api, orderId, picture))) unsent += 1
  }
  return unsent
}

async function sendOne(api: Pick<PortalApi, 'sendPhoto'>, orderId: string, picture: Blob): Promise<boolean> {
  const id = v7()
  const first = await api.sendPhoto(orderId, id, picture)
  if (first.ok) return true
  return first.failure.message === undefined && (await api.sendPhoto(orderId, id, picture)).ok
}

/** Undefined for a file that this browser cannot read. */
async function shrink(photo: File, maxBytes: number): Promise<Blob | undefined> {
  const image = await createImageBitmap(photo).catch(() => undefined)
  if (image === undefined) return undefined
  try {
    const picture = await writePicture(image, { isPng: photo.type === 'image/png', maxBytes })
    return picture?.blob
  } catch {
    return undefined
  } finally {
    image.close()
  }
}
