import { Eraser, Keyboard, Undo2 } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { v7 } from 'uuid'
import type { Customer } from '#schema/collections/work/customers.ts'
import { toCustomerLanguage } from '#schema/rules/customers/customer-language.ts'
import { attachmentsPerOrder, attachmentTexts } from '#schema/rules/files/attachments.ts'
import { toOwnTexts } from '#schema/rules/shop/profile.ts'
import { correctedNow } from '#web/device/platform/device-clock.ts'
import { useAttachments, useFileRoom, usePendingFiles } from '#web/device/react/use-files.ts'
import { useShopProfile } from '#web/inputs/use-shop-profile.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { countFiles, type FilesOf, findDraftSignature } from './files-of.ts'
import { type SignatureCanvas, SignaturePadField } from './signature-pad.tsx'
import { common } from '#web/language/common-texts.ts'
import { t } from './attachments-texts.ts'

export type SignedAt = 'drop-off' | 'pick-up'

type SignatureDialogProps = FilesOf & { shopId: string; at: SignedAt; customer: Pick<Customer, 'name' | 'language'> | undefined; onClose: () => void }

const nameMax = 200

/** Collects a signature, also offline. In an unsaved form the last signature wins. */
export function SignatureDialog({ shopId, orderId, draftKey, at, customer, onClose }: SignatureDialogProps) {
  const room = useFileRoom()
  const pending = usePendingFiles(room)
  const rows = useAttachments(orderId ?? '')
  const profile = useShopProfile(shopId)
  const canvas = useRef<SignatureCanvas>(null)
  const [name, setName] = useState(customer?.name ?? '')
  const [isEmpty, setIsEmpty] = useState(true)
  const [isBusy, setIsBusy] = useState(false)
  const [errors, setErrors] = useState<{ name?: string; pad?: string }>({})
  const shownTerms = at === 'drop-off' ? toOwnTexts(profile, toCustomerLanguage(customer, profile)).terms : null

  const sign = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const signedName = name.trim()
    const found = {
      ...(signedName === '' && { name: t.nameNeeded() }),
      ...(isEmpty && { pad: t.signatureNeeded() }),
    }
    setErrors(found)
    if (Object.keys(found).length > 0) return
    setIsBusy(true)
    try {
      const former = orderId === null ? findDraftSignature(pending, draftKey) : undefined
      const count = countFiles(rows ?? [], pending, { orderId, draftKey }) - (former === undefined ? 0 : 1)
      if (count >= attachmentsPerOrder) throw new Error(attachmentTexts.full)
      const picture = await canvas.current?.toPng()
      if (picture == null || room === undefined) throw new Error(t.signatureNotStored())
      const [content, { toSha256 }] = await Promise.all([picture.arrayBuffer(), import('./images/prepare-file.ts')])
      await room.add({
        id: v7(),
        shopId,
        orderId,
        draftKey,
        facts: {
          kind: 'signature',
          fileName: `signature-${at}.png`,
          mimeType: 'image/png',
          byteSize: content.byteLength,
          ...(await readSize(picture)),
          sha256: await toSha256(content),
          caption: at,
          forCustomer: false,
          takenAt: correctedNow().toISOString(),
          signedName,
          ...(shownTerms !== null && { signedTerms: shownTerms }),
        },
        content,
        thumbnail: null,
        thumbnailType: null,
      })
      if (former !== undefined) await room.remove([former.id])
      onClose()
    } catch (error) {
      setErrors({ pad: (error as Error).message })
      setIsBusy(false)
    }
  }

  return (
    <Dialog
      open
      size="sheet"
      title={t.signAt[at]()}
      onCloseRequest={onClose}
      onSubmit={(event) => void sign(event)}
      footer={
        <>
          <Button onClick={onClose}>{common.cancel()}</Button>
          <Button type="submit" variant="primary" busy={isBusy} className="min-w-32">
            {t.sign()}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {shownTerms !== null && (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          <section aria-label={t.terms()} tabIndex={0} className="max-h-[30dvh] overflow-y-auto rounded-md border border-line p-3 whitespace-pre-wrap">
            {shownTerms}
          </section>
        )}
        <Field label={common.name()} error={errors.name} required>
          <TextField value={name} maxLength={nameMax} autoComplete="off" onChange={({ target }) => setName(target.value)} />
        </Field>
        <div>
          <SignaturePadField ref={canvas} label={isEmpty ? t.padEmpty() : t.padSigned()} onChange={setIsEmpty} />
          <div className="mt-2 flex flex-wrap items-center gap-2">
            <Button onClick={() => canvas.current?.undo()} disabled={isEmpty}>
              <Undo2 aria-hidden="true" />
              {common.undo()}
            </Button>
            <Button onClick={() => canvas.current?.clear()} disabled={isEmpty}>
              <Eraser aria-hidden="true" />
              {t.clear()}
            </Button>
            <Button onClick={() => canvas.current?.write(name.trim())} disabled={name.trim() === ''}>
              <Keyboard aria-hidden="true" />
              {t.signWithName()}
            </Button>
            <span role="alert" className="text-sm text-danger-ink">
              {errors.pad}
            </span>
          </div>
        </div>
      </div>
    </Dialog>
  )
}

async function readSize(picture: Blob): Promise<{ width: number; height: number }> {
  const image = await createImageBitmap(picture)
  const { width, height } = image
  image.close()
  return { width, height }
}
