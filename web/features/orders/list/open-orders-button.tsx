import { useShopCounts } from '#web/device/react/use-device.ts'
import { Button } from '#web/ui/controls/button.tsx'

type OpenOrdersButtonProps = { shopId: string; isPressed: boolean; onPress: (isPressed: boolean) => void }

/** How many orders are open; a press shows those alone, another one all. */
export function OpenOrdersButton({ shopId, isPressed, onPress }: OpenOrdersButtonProps) {
  const { ordersOpen } = useShopCounts(shopId)
  if (ordersOpen === null || (ordersOpen === 0 && !isPressed)) return null
  return (
    <Button
      variant="ghost"
      aria-pressed={isPressed}
      className="px-3 text-sm text-accent-ink tabular-nums aria-pressed:bg-accent-soft"
      title={isPressed ? 'Show all orders' : 'Show open orders only'}
      onClick={() => onPress(!isPressed)}
    >
      {ordersOpen.toLocaleString('en-US')} open
    </Button>
  )
}
