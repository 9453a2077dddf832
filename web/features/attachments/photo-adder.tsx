import { Camera, ImagePlus } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { laterDialog } from '#web/navigation/later.tsx'
import { cn } from '#web/ui/cn.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { PanelVerb } from '#web/ui/layout/panel.tsx'
import { useMediaQuery } from '#web/ui/use-media-query.ts'
import type { Photos } from './use-photos.ts'
import { t } from './attachments-texts.ts'

const CameraDialog = laterDialog(async () => (await import('./camera-dialog.tsx')).CameraDialog)

const accepted = 'image/*,application/pdf,.heic,.heif'

/** Takes photos and picks files; also accepts dropped and pasted files. */
export function PhotoAdder({ photos, children }: { photos: Photos; children: ReactNode }) {
  const chooser = useRef<HTMLInputElement>(null)
  const capturer = useRef<HTMLInputElement>(null)
  const [isFilming, setIsFilming] = useState(false)
  const [isOver, setIsOver] = useState(false)
  const isTouch = useMediaQuery('(pointer: coarse)')
  const { add, problems, progress } = photos
  usePaste(add)
  const take = (): void => {
    // Phones and tablets have a better camera app of their own.
    if (isTouch || navigator.mediaDevices === undefined) capturer.current?.click()
    else setIsFilming(true)
  }
  return (
    <div
      className={cn('rounded-md', isOver && 'bg-hover outline-2 outline-accent outline-dashed')}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.some((type) => type === 'Files')) return
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setIsOver(false)
        void add([...event.dataTransfer.files])
      }}
    >
      {children}
      <div className="mt-2 flex flex-wrap items-center gap-2 group-data-empty/panel:mt-0">
        <Button onClick={take} busy={progress !== undefined}>
          <Camera aria-hidden="true" />
          <PanelVerb verb={t.take()} noun={t.takeWhat()} />
        </Button>
        <Button onClick={() => chooser.current?.click()} busy={progress !== undefined}>
          <ImagePlus aria-hidden="true" />
          <PanelVerb verb={t.choose()} noun={t.chooseWhat()} />
        </Button>
        <span role="status" className="text-sm text-muted">
          {progress !== undefined && (progress.total === 1 ? t.preparing() : t.preparingOf({ number: progress.done + 1, total: progress.total }))}
        </span>
      </div>
      {problems.length > 0 && (
        <ul role="alert" className="mt-2 text-sm text-danger-ink">
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
      <FileInput ref={chooser} label={t.photosAndDocuments()} onFiles={add} isMultiple />
      <FileInput ref={capturer} label={t.cameraPhoto()} onFiles={add} />
      {isFilming && (
        <CameraDialog
          onClose={() => setIsFilming(false)}
          onPhoto={(photo) => add([photo])}
          onNoCamera={() => {
            setIsFilming(false)
            chooser.current?.click()
          }}
        />
      )}
    </div>
  )
}

type FileInputProps = { ref: React.Ref<HTMLInputElement>; label: string; isMultiple?: boolean; onFiles: (files: File[]) => Promise<unknown> }

function FileInput({ ref, label, isMultiple = false, onFiles }: FileInputProps) {
  return (
    <input
      ref={ref}
      type="file"
      accept={isMultiple ? accepted : 'image/*'}
      multiple={isMultiple}
      {...(!isMultiple && { capture: 'environment' as const })}
      aria-label={label}
      tabIndex={-1}
      className="sr-only"
      onChange={({ currentTarget }) => {
        const files = [...(currentTarget.files ?? [])]
        // Reset, so that choosing the same file again fires a change event.
        currentTarget.value = ''
        if (files.length > 0) void onFiles(files)
      }}
    />
  )
}

/** Takes pasted pictures; pasted text still goes to the focused input. */
function usePaste(add: (files: readonly File[]) => Promise<unknown>): void {
  const latest = useRef(add)
  latest.current = add
  useEffect(() => {
    const onPaste = (event: ClipboardEvent): void => {
      const files = [...(event.clipboardData?.files ?? [])]
      if (files.length === 0) return
      event.preventDefault()
      void latest.current(files)
    }
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [])
}
