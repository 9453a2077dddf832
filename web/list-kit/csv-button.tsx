import { Download } from 'lucide-react'
import { useState } from 'react'
import { localDay } from '#schema/rules/text/calendar.ts'
import { type CsvCell, toCsv } from '#schema/rules/money/csv.ts'
import { correctedNow } from '#web/device/platform/device-clock.ts'
import { useBootstrap } from '#web/device/react/use-device.ts'
import { useShopFormat } from '#web/inputs/shop-format.tsx'
import { runAction } from '#web/navigation/notify.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { MenuItem } from '#web/ui/overlays/dropdown-menu.tsx'
import { downloadText } from '#web/ui/download-text.ts'
import { t } from '#web/inputs/inputs-texts.ts'
import { inSentence } from '#web/language/staff-texts.ts'

/** 'My_Shop_Customers_2026-03-01.csv', like the report's file. */
const toListFileName = (shopName: string | undefined, what: string, today: string): string =>
  `${[shopName, what]
    .filter((part) => part !== undefined)
    .join(' ')
    .replace(/[^\p{L}\p{N}]+/gu, '_')}_${today}.csv`

export type CsvTable = { header: readonly string[]; rows: readonly (readonly CsvCell[])[] }

type CsvButtonProps = {
  shopId?: string | undefined
  what: string
  /** Names the file in the button, where another one can be saved beside it. */
  isNamed?: boolean
  read: () => CsvTable | Promise<CsvTable>
}

function useCsv({ shopId, what, read }: CsvButtonProps) {
  const { timeZone } = useShopFormat()
  const shopName = useBootstrap()?.shops.find(({ id }) => id === shopId)?.name
  const [isBusy, setIsBusy] = useState(false)
  const save = async (): Promise<void> => {
    setIsBusy(true)
    await runAction({
      run: async () => {
        const { header, rows } = await read()
        downloadText(toCsv([header, ...rows]), toListFileName(shopName, what, localDay(correctedNow().toISOString(), timeZone)), 'text/csv;charset=utf-8')
        return rows.length
      },
      success: (count) => ({
        title: t.exported(),
        description: t.exportedRows({ count }),
      }),
      failure: { title: t.exportFailed(), description: t.exportFailedText() },
    })
    setIsBusy(false)
  }
  return { isBusy, save: () => void save() }
}

export function CsvButton({ isNamed = false, ...props }: CsvButtonProps) {
  const { isBusy, save } = useCsv(props)
  const { what } = props
  return (
    <Button className="px-3" busy={isBusy} aria-label={t.csvOf({ what: inSentence(what) })} onClick={save}>
      <Download aria-hidden="true" />
      <span className="max-sm:sr-only">{isNamed ? t.csvOf({ what: inSentence(what) }) : t.csv()}</span>
    </Button>
  )
}

/** In the menu of a list. */
export function CsvItem(props: CsvButtonProps) {
  const { save } = useCsv(props)
  return (
    <MenuItem icon={<Download aria-hidden="true" />} onSelect={save}>
      {t.csvOf({ what: inSentence(props.what) })}
    </MenuItem>
  )
}

export function CsvLine(props: CsvButtonProps) {
  return (
    <p className="flex justify-end pb-2">
      <CsvButton {...props} />
    </p>
  )
}
