import { ChevronLeft, ChevronRight, Download, Trash2, ZoomIn, ZoomOut } from 'lucide-react'
import { toShownText } from '#web/language/staff-texts.ts'
import { type KeyboardEvent, useState } from 'react'
import { useFileUrl } from '#web/device/react/use-files.ts'
import { buttonClass, Button } from '#web/ui/controls/button.tsx'
import { Checkbox } from '#web/ui/controls/checkbox.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { photoName } from './photo-grid.tsx'
import type { Photo, Photos } from './use-photos.ts'
import { common } from '#web/language/common-texts.ts'
import { t } from './attachments-texts.ts'

const captionMax = 1_000

type PhotoViewerProps = { photos: Photos; shownId: string; onShow: (id: string) => void; onClose: () => void }

/** Shows one file full size; arrow keys switch files, plus and minus zoom. */
export function PhotoViewer({ photos, shownId, onShow, onClose }: PhotoViewerProps) {
  const list = photos.list ?? []
  const index = list.findIndex(({ id }) => id === shownId)
  const photo = list[index]
  const [zoom, setZoom] = useState(1)
  if (photo === undefined) return null
  const go = (step: number): void => {
    const next = list[index + step]
    setZoom(1)
    if (next !== undefined) onShow(next.id)
  }
  const zoomBy = (factor: number): void => setZoom((now) => Math.min(8, Math.max(1, now * factor)))
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey || event.altKey) return
    const act = { ArrowLeft: () => go(-1), ArrowRight: () => go(1), '+': () => zoomBy(1.5), '-': () => zoomBy(1 / 1.5), '0': () => setZoom(1) }[event.key]
    if (act === undefined) return
    event.preventDefault()
    act()
  }
  const remove = async (): Promise<void> => {
    const next = list[index + 1] ?? list[index - 1]
    await photos.remove(photo)
    if (next === undefined) onClose()
    else onShow(next.id)
  }
  return (
    <Dialog
      open
      size="sheet"
      title={photoName(photo)}
      description={t.placeOf({ number: index + 1, total: list.length })}
      onCloseRequest={onClose}
      initialFocus={() => document.querySelector<HTMLElement>('[data-picture]')}
      headerAside={
        <>
          <IconButton label={t.previous()} icon={<ChevronLeft aria-hidden="true" />} disabled={index === 0} onClick={() => go(-1)} />
          <IconButton label={t.next()} icon={<ChevronRight aria-hidden="true" />} disabled={index === list.length - 1} onClick={() => go(1)} />
          <IconButton label={t.zoomOut()} icon={<ZoomOut aria-hidden="true" />} disabled={zoom === 1} onClick={() => zoomBy(1 / 1.5)} />
          <IconButton label={t.zoomIn()} icon={<ZoomIn aria-hidden="true" />} onClick={() => zoomBy(1.5)} />
        </>
      }
    >
      <div className="flex h-full min-h-80 flex-col gap-4" onKeyDown={onKeyDown}>
        <Content key={photo.id} photo={photo} room={photos.room} zoom={zoom} />
        <PhotoFacts key={`${photo.id}-facts`} photo={photo} photos={photos} onRemove={() => void remove()} />
      </div>
    </Dialog>
  )
}

function Content({ photo, room, zoom }: { photo: Photo; room: Photos['room']; zoom: number }) {
  const view = useFileUrl(room, photo, 'content')
  const text = {
    loading: common.loading(),
    missing: t.lost(),
    away: t.away(),
    here: '',
  }[view.state]
  return (
    <div
      data-picture=""
      // Arrow keys switch pictures, and scroll a zoomed one.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      role="group"
      aria-label={t.pictureOf({ name: photoName(photo) })}
      className="min-h-0 flex-1 overflow-auto rounded-md bg-sunken text-center"
    >
      {view.state !== 'here' ? (
        <p role="status" className="p-10 text-muted">
          {text}
        </p>
      ) : photo.mimeType === 'application/pdf' ? (
        <a href={view.url} download={photo.fileName} className={buttonClass('secondary', 'md', 'm-10')}>
          <Download aria-hidden="true" />
          {t.saveFile({ name: photo.fileName })}
        </a>
      ) : (
        <img
          src={view.url}
          alt={photoName(photo)}
          style={{ width: zoom === 1 ? undefined : `${zoom * 100}%` }}
          className={zoom === 1 ? 'mx-auto max-h-full max-w-full object-contain' : 'max-w-none'}
        />
      )}
    </div>
  )
}

export function PhotoFacts({ photo, photos, onRemove }: { photo: Photo; photos: Photos; onRemove: () => void }) {
  const [caption, setCaption] = useState(photo.caption ?? '')
  const save = (): void => {
    const next = caption.trim() === '' ? null : caption.trim()
    if (next !== photo.caption) void photos.describe(photo, { caption: next })
  }
  const canDescribe = photo.kind !== 'signature'
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
      {photo.trouble !== null && (
        <p role="status" className="basis-full rounded-md bg-warn-soft px-3 py-2 text-warn-ink">
          {toShownText(photo.trouble)}
        </p>
      )}
      {canDescribe && (
        <>
          <Field label={t.caption()} className="min-w-56 flex-1">
            <TextField
              value={caption}
              maxLength={captionMax}
              onChange={({ target }) => setCaption(target.value)}
              onBlur={save}
              onKeyDown={({ key }) => key === 'Enter' && save()}
            />
          </Field>
          <Checkbox
            label={t.forCustomer()}
            checked={photo.forCustomer}
            onChange={({ target }) => void photos.describe(photo, { forCustomer: target.checked })}
          />
          {photo.mimeType === 'application/pdf' && <p className="basis-full text-sm text-muted">{t.pdfHint()}</p>}
        </>
      )}
      {photo.place === 'told' && photo.row === undefined && <Button onClick={() => void photos.room?.retry(photo.id)}>{common.tryAgain()}</Button>}
      <Button onClick={onRemove}>
        <Trash2 aria-hidden="true" />
        {common.delete()}
      </Button>
    </div>
  )
}
