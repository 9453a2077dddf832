import { viewOf } from './picture-parts.ts'

/** EXIF is TIFF without an image: a header and directories of 12-byte entries. */

const orientationTag = 0x0112
const shortType = 3
const entryBytes = 12

/** Orientation 2 to 8; undefined if upright or not EXIF. */
export function readOrientation(tiff: Uint8Array): number | undefined {
  if (tiff.length < 14) return undefined
  const view = viewOf(tiff)
  const order = view.getUint16(0)
  if (order !== 0x4949 && order !== 0x4d4d) return undefined
  const isLittle = order === 0x4949
  const list = view.getUint32(4, isLittle)
  if (list + 2 > tiff.length) return undefined
  const count = view.getUint16(list, isLittle)
  for (let at = list + 2, entry = 0; entry < count && at + entryBytes <= tiff.length; at += entryBytes, entry++) {
    if (view.getUint16(at, isLittle) !== orientationTag || view.getUint16(at + 2, isLittle) !== shortType) continue
    const orientation = view.getUint16(at + 8, isLittle)
    return orientation >= 2 && orientation <= 8 ? orientation : undefined
  }
  return undefined
}

export function orientationToTiff(orientation: number): Uint8Array {
  const tiff = new Uint8Array(26)
  const view = viewOf(tiff)
  view.setUint16(0, 0x4d4d)
  view.setUint16(2, 42)
  view.setUint32(4, 8)
  view.setUint16(8, 1)
  view.setUint16(10, orientationTag)
  view.setUint16(12, shortType)
  view.setUint32(14, 1)
  view.setUint16(18, orientation)
  return tiff
}
