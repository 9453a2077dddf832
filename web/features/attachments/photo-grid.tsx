import { Clock, CloudOff, Eye, FileText, ImageOff, TriangleAlert } from 'lucide-react'
import { useFileUrl } from '#web/device/react/use-files.ts'
import { cn } from '#web/ui/cn.ts'
import type { Photo, Photos } from './use-photos.ts'
import { t } from './attachments-texts.ts'

type PhotoGridProps = { photos: readonly Photo[]; room: Photos['room']; onOpen: (id: string) => void }

export function PhotoGrid({ photos, room, onOpen }: PhotoGridProps) {
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(6.5rem,1fr))] gap-2">
      {photos.map((photo) => (
        <li key={photo.id}>
          <Thumbnail photo={photo} room={room} onOpen={() => onOpen(photo.id)} />
        </li>
      ))}
    </ul>
  )
}

export const photoName = ({ caption, fileName }: Pick<Photo, 'caption' | 'fileName'>): string => caption ?? fileName

function Thumbnail({ photo, room, onOpen }: { photo: Photo; room: Photos['room']; onOpen: () => void }) {
  const isPicture = photo.mimeType !== 'application/pdf'
  const view = useFileUrl(room, isPicture ? photo : undefined, 'thumbnail')
  const told = [
    photo.place === 'server' ? '' : t.where[photo.place](),
    photo.forCustomer ? t.forTheCustomer() : '',
    view.state === 'missing' ? t.contentMissing() : '',
  ].filter(Boolean)
  return (
    <button
      type="button"
      data-photo={photo.id}
      aria-label={[t.open({ name: photoName(photo) }), ...told].join(', ')}
      onClick={onOpen}
      className="relative flex aspect-square w-full min-w-11 flex-col items-center justify-center overflow-hidden rounded-md border border-line bg-sunken text-sm text-muted hover:border-line-strong"
    >
      {!isPicture ? (
        <>
          <FileText aria-hidden="true" className="size-8" />
          <span className="mt-1 w-full truncate px-1">{photo.fileName}</span>
        </>
      ) : view.state === 'here' ? (
        <img src={view.url} alt="" className="size-full object-cover" />
      ) : view.state === 'loading' ? (
        <span className="size-full animate-pulse bg-sunken motion-reduce:animate-none" />
      ) : (
        <>
          {view.state === 'missing' ? <ImageOff aria-hidden="true" className="size-7" /> : <CloudOff aria-hidden="true" className="size-7" />}
          <span className="mt-1 px-1">{view.state === 'missing' ? t.nowhere() : t.notHere()}</span>
        </>
      )}
      <span className="absolute top-1 right-1 flex gap-1">
        {photo.forCustomer && <Mark Icon={Eye} />}
        {(photo.place === 'draft' || photo.place === 'here') && <Mark Icon={Clock} />}
        {photo.place === 'told' && <Mark Icon={TriangleAlert} isWarning />}
      </span>
    </button>
  )
}

function Mark({ Icon, isWarning = false }: { Icon: typeof Clock; isWarning?: boolean }) {
  return (
    <span className={cn('flex size-6 items-center justify-center rounded-sm', isWarning ? 'bg-warn-soft text-warn-ink' : 'bg-surface text-ink')}>
      <Icon aria-hidden="true" className="size-4" />
    </span>
  )
}
