import type { Customer } from '#schema/collections/work/customers.ts'
import { addStranger } from '#schema/rules/customers/strangers.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { expectOwnNews } from '#web/forms/news/own-news.ts'
import { runAction } from '#web/navigation/notify.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { common } from '#web/language/common-texts.ts'
import { t } from './customer-merge-texts.ts'

/** Stores for the whole shop that two customers are different people, so that they are not suggested again. */
export function NotTheSame({ shopId, one, other }: { shopId: string; one: Customer; other: Customer }) {
  const device = useDevice()
  const write = (from: string | null, to: string | null) => {
    expectOwnNews()
    return device.write(shopId, [{ action: 'update', collection: 'customers', id: one.id, values: { strangers: to }, seen: { strangers: from } }])
  }
  const say = (): void => {
    const [from, to] = [one.strangers, addStranger(one.strangers, other.id)]
    void runAction({
      run: () => write(from, to),
      success: {
        title: t.notTheSamePerson(),
        description: t.notTheSameText({ one: one.name, other: other.name }),
        action: {
          label: common.undo(),
          onPress: () => void runAction({ run: () => write(to, from), success: t.offeredAgain(), failure: t.undoDecisionFailed() }),
        },
      },
      failure: t.saveFailed(),
    })
  }
  return (
    <Button variant="ghost" aria-label={t.isNotTheSame({ other: other.name, one: one.name })} onClick={say}>
      {t.notTheSame()}
    </Button>
  )
}
