import { Download, Upload } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { SaveUnsentButton } from './save-unsent.tsx'

/** Unsent changes as a file, out of this device and into it. */
export function SyncTransfer({ unsent, onFile }: { unsent: number; onFile: (file: File) => void }) {
  const inputRef = useRef<HTMLInputElement>(null)
  return (
    <section aria-label="Unsent changes as a file" className="pb-3">
      <h3 className="px-4 pt-3 pb-1 text-sm font-semibold text-muted">Unsent changes as a file</h3>
      <p className="px-4 text-sm text-muted">
        For when this device finds no connection: save the file here, open it on another device where you are signed in. Nothing is stored twice.
      </p>
      <div className="mt-2 flex flex-wrap gap-2 px-4">
        <SaveUnsentButton disabled={unsent === 0} className="px-3">
          <Download aria-hidden="true" />
          Save as a file
        </SaveUnsentButton>
        <Button className="px-3" onClick={() => inputRef.current?.click()}>
          <Upload aria-hidden="true" />
          Open a file
        </Button>
        <input
          ref={inputRef}
          type="file"
          accept="application/json,.json"
          aria-label="File of unsent changes"
          tabIndex={-1}
          className="sr-only"
          onChange={({ currentTarget }) => {
            const file = currentTarget.files?.[0]
            // The same file may be chosen again.
            currentTarget.value = ''
            if (file) onFile(file)
          }}
        />
      </div>
    </section>
  )
}
