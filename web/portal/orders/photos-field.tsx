import { X } from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'
import { portalPhotosMax } from '#schema/rules/customers/portal.ts'
import { Button } from '../../ui/controls/button.tsx'
import { t } from '../language/texts.ts'

type PhotosFieldProps = { photos: readonly File[]; isBusy: boolean; onChange: (photos: readonly File[]) => void }

/** Pictures that go to the shop with the new order. */
export function PhotosField({ photos, isBusy, onChange }: PhotosFieldProps) {
  const chooser = useRef<HTMLInputElement>(null)
  const isFull = photos.length >= portalPhotosMax
  return (
    <div role="group" aria-label={t.photos()} className="flex flex-col gap-2">
      {photos.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {photos.map((photo, place) => (
            <Chosen
              // A file has no id, and cameras repeat names.
              key={place}
              photo={photo}
              name={t.removePhoto({ number: place + 1 })}
              isBusy={isBusy}
              onRemove={() => onChange(photos.filter((other) => other !== photo))}
            />
          ))}
        </ul>
      )}
      <Button size="lg" disabled={isBusy || isFull} className="self-start" onClick={() => chooser.current?.click()}>
        {t.addPhotos()}
      </Button>
      {isFull && <p className="text-muted">{t.server.photosFull()}</p>}
      <input
        ref={chooser}
        type="file"
        accept="image/*"
        multiple
        aria-label={t.photos()}
        tabIndex={-1}
        className="sr-only"
        onChange={({ target }) => {
          onChange([...photos, ...(target.files ?? [])].slice(0, portalPhotosMax))
          // The same file may be chosen again after it was removed.
          target.value = ''
        }}
      />
    </div>
  )
}

type ChosenProps = { photo: File; name: string; isBusy: boolean; onRemove: () => void }

function Chosen({ photo, name, isBusy, onRemove }: ChosenProps) {
  const address = useMemo(() => URL.createObjectURL(photo), [photo])
  useEffect(() => () => URL.revokeObjectURL(address), [address])
  return (
    <li className="relative size-24 overflow-hidden rounded-md border border-line bg-sunken">
      <img src={address} alt="" className="size-24 object-cover" />
      <button type="button" aria-label={name} disabled={isBusy} onClick={onRemove} className="absolute top-0 right-0 flex size-11 items-start justify-end p-1">
        <X aria-hidden="true" className="size-6 rounded-full bg-surface p-1 text-ink" />
      </button>
    </li>
  )
}
