import { AppError } from '#schema/errors.ts'
import { attachmentTexts, picturePixelsMax } from '#schema/rules/files/attachments.ts'
import { readPictureSize } from '#schema/rules/files/metadata/picture-size.ts'

/** @throws AppError PAYLOAD_TOO_LARGE for a picture that would fill the memory of who opens it, however few bytes it has */
export function assertDrawable(content: Uint8Array): void {
  const size = readPictureSize(content)
  if (size !== undefined && size.width * size.height > picturePixelsMax) throw new AppError('PAYLOAD_TOO_LARGE', attachmentTexts.tooManyPixels)
}
