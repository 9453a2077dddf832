import { Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import { BackGuard } from '#web/forms/back-guard.tsx'
import { useClosing } from '#web/forms/use-closing.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { cn } from '#web/ui/cn.ts'
import type { PaperSize } from './paper.ts'
import { PrintRoot } from './paper-stack.tsx'
import { common } from '#web/language/common-texts.ts'
import { t } from './printing-texts.ts'

type PreviewDialogProps = {
  title: string
  choices: ReactNode
  size: PaperSize
  /** Undefined while loading. */
  sheets: readonly ReactNode[] | undefined
  emptyText: string
  onClose: () => void
}

export function PreviewDialog({ title, choices, size, sheets, emptyText, onClose }: PreviewDialogProps) {
  const { isClosing, close } = useClosing(onClose)
  const count = sheets?.length ?? 0
  return (
    <Dialog
      open
      size="sheet"
      title={title}
      onCloseRequest={close}
      initialFocus={() => document.querySelector<HTMLElement>('[data-print]')}
      footer={
        <>
          <Button onClick={close}>{common.close()}</Button>
          <span role="status" className="ml-auto text-sm text-muted tabular-nums">
            {count > 1 && t.papers({ count })}
          </span>
          {/* Mark it busy, not disabled, while loading, so that it can take the focus. */}
          <Button
            data-print
            variant="primary"
            className="min-w-32"
            busy={sheets === undefined}
            disabled={sheets !== undefined && count === 0}
            onClick={() => window.print()}
          >
            <Printer aria-hidden="true" />
            {common.print()}
          </Button>
        </>
      }
    >
      <div className="flex flex-wrap items-end gap-x-5 gap-y-2 pb-4">{choices}</div>
      <div role="region" aria-label={t.preview()} className="overflow-auto rounded-md bg-sunken p-4">
        {sheets === undefined && <p role="status">{t.reading()}</p>}
        {sheets !== undefined && count === 0 && <p role="status">{emptyText}</p>}
        {/* Magnify labels, which are too small at screen distance. */}
        <div className={cn('flex w-max min-w-full flex-col items-center gap-4', size.isLabel && 'paper-enlarged')}>
          {sheets?.map((sheet, index) => (
            <div key={index} className="border border-line">
              {sheet}
            </div>
          ))}
        </div>
      </div>
      {count > 0 && <PrintRoot size={size}>{sheets}</PrintRoot>}
      <BackGuard isActive isClosing={isClosing} />
    </Dialog>
  )
}
