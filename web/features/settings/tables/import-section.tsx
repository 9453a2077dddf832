import { FileUp } from 'lucide-react'
import { type DragEvent, useId, useMemo, useRef, useState } from 'react'
import { importKinds, type ImportKind } from '#schema/rules/import/import-fields.ts'
import { defaultCountryCode } from '#schema/values/phone.ts'
import { importTable } from '#web/api/tables-api.ts'
import { cn } from '#web/ui/cn.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { Select } from '#web/ui/controls/select.tsx'
import { browserTimeZone } from '#web/inputs/time/time.ts'
import { ChosenFile } from './chosen-file.tsx'
import type { ShopRules } from './understand-table.ts'
import { t } from './tables-texts.ts'

const kindLabels: Readonly<Record<ImportKind, string>> = { customers: t.kinds.customers(), orders: t.kinds.orders(), products: t.kinds.products() }

type ImportSectionProps = Pick<ShopRules, 'locale'> & Partial<ShopRules> & { shopId: string; onBusy: (isBusy: boolean) => void; send?: typeof importTable }

type Picked = { name: string; bytes: Uint8Array; place: number }

/** Too large for a browser; the server's command imports larger files. */
const fileMaxBytes = 200_000_000

/** Asks for the kind of table and the file, then shows the further steps. */
export function ImportSection({
  shopId,
  locale,
  countryCode = defaultCountryCode,
  timeZone = browserTimeZone(),
  onBusy,
  send = importTable,
}: ImportSectionProps) {
  const shop = useMemo(() => ({ locale, countryCode, timeZone }), [locale, countryCode, timeZone])
  const [kind, setKind] = useState<ImportKind>('customers')
  const [picked, setPicked] = useState<Picked>()
  const [trouble, setTrouble] = useState<string>()
  const [isOver, setIsOver] = useState(false)
  const [isRunning, setIsRunning] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const hintId = useId()

  const pick = async (file: File | undefined): Promise<void> => {
    if (input.current) input.current.value = ''
    if (file === undefined || isRunning) return
    setTrouble(undefined)
    if (file.size > fileMaxBytes) return setTrouble(t.tooLarge())
    try {
      const bytes = new Uint8Array(await file.arrayBuffer())
      setPicked((before) => ({ name: file.name, bytes, place: (before?.place ?? 0) + 1 }))
    } catch {
      setTrouble(t.unreadable())
    }
  }
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    setIsOver(false)
    void pick(event.dataTransfer.files[0])
  }
  const report = (isBusy: boolean): void => {
    setIsRunning(isBusy)
    onBusy(isBusy)
  }

  return (
    <section aria-labelledby="import-title">
      <h3 id="import-title" className="text-lg font-semibold">
        {t.import()}
      </h3>
      <p id={hintId} className="mt-1 max-w-200 text-muted">
        {t.importText()}
      </p>
      <div
        className={cn('mt-4 flex flex-wrap items-end gap-4 rounded-md border border-dashed border-line-strong p-4', isOver && 'bg-hover')}
        onDragOver={(event) => {
          event.preventDefault()
          setIsOver(true)
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
      >
        <Field label={t.kind()} className="w-56">
          <Select
            value={kind}
            disabled={isRunning}
            options={importKinds.map((one) => ({ value: one, label: kindLabels[one] }))}
            onChange={({ target }) => setKind(importKinds.find((one) => one === target.value) ?? 'customers')}
          />
        </Field>
        <Button aria-describedby={hintId} aria-disabled={isRunning || undefined} onClick={() => !isRunning && input.current?.click()}>
          <FileUp aria-hidden="true" />
          {picked === undefined ? t.choose() : t.chooseAnother()}
        </Button>
        <p className="min-w-0 py-2.5 text-muted wrap-anywhere">{picked?.name ?? t.dropIt()}</p>
        <input
          ref={input}
          type="file"
          accept=".csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values"
          aria-label={t.fileToImport()}
          tabIndex={-1}
          className="sr-only"
          onChange={({ target }) => void pick(target.files?.[0])}
        />
      </div>
      {trouble !== undefined && (
        <p role="alert" className="mt-3 text-danger">
          {trouble}
        </p>
      )}
      {picked !== undefined && (
        <ChosenFile
          key={`${kind}/${picked.place}`}
          kind={kind}
          bytes={picked.bytes}
          fileName={picked.name}
          shop={shop}
          onBusy={report}
          send={(body, signal) => send(shopId, body, signal)}
        />
      )}
    </section>
  )
}
