import { Button } from '#web/ui/controls/button.tsx'
import { fetchRowsAgain } from './fetch-rows-again.ts'
import { t } from '../shell-texts.ts'

export function StorageHelp({ userId }: { userId: string }) {
  return (
    <>
      <Button onClick={() => window.location.reload()}>{t.reload()}</Button>
      <Button onClick={() => fetchRowsAgain(userId)}>{t.loadData()}</Button>
    </>
  )
}
