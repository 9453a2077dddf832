import type { Customer } from '#schema/collections/work/customers.ts'
import { addStranger } from '#schema/rules/customers/strangers.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { expectOwnNews } from '#web/forms/news/own-news.ts'
import { runAction } from '#web/navigation/notify.ts'
import { Button } from '#web/ui/controls/button.tsx'

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
        title: 'Not the same person',
        description: `“${one.name}” and “${other.name}” are not offered again.`,
        action: {
          label: 'Undo',
          onPress: () => void runAction({ run: () => write(to, from), success: 'Offered again', failure: 'Failed to undo' }),
        },
      },
      failure: 'Failed to save',
    })
  }
  return (
    <Button variant="ghost" aria-label={`${other.name} is not the same as ${one.name}`} onClick={say}>
      Not the same
    </Button>
  )
}
