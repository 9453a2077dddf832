import { Trash2 } from 'lucide-react'
import { CopyButton } from '#web/ui/copy-button.tsx'

/** The row is gone while its form is open: what was typed stays on the screen, to be copied. */
export function DeletedNote({ noun, readText }: { noun: string; readText: () => string }) {
  return (
    <div role="alert" className="flex w-full flex-wrap items-center gap-x-3 gap-y-1 rounded-md bg-danger-soft py-1 pr-1 pl-3 text-danger-ink">
      <Trash2 aria-hidden="true" className="size-5 shrink-0" />
      <span className="min-w-0 flex-1 basis-52 py-2">
        This {noun} was deleted by someone else in the meantime. What you typed stays here so that you can copy it.
      </span>
      <CopyButton readText={readText}>Copy the text</CopyButton>
    </div>
  )
}
