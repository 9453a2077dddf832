import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { orderStatusIdByName } from '#schema/values/order-status.ts'
import type { StatusColors } from '#schema/rules/orders/status-age.ts'
import { AgeDot } from './age-dot.tsx'

const orderStatusId = orderStatusIdByName['In the Lab']

test("the age of an order reads 'Loading...' while it is not known (ORD-05)", () => {
  expect(renderToStaticMarkup(<AgeDot order={{ orderStatusId, statusChangedAt: null }} colors={undefined} />)).toContain('>Loading...<')
  expect(renderToStaticMarkup(<AgeDot order={{ orderStatusId, statusChangedAt: new Date().toISOString() }} colors={undefined} />)).toContain(
    '0 days since the last status change',
  )
})

test('the age of an order is coloured by 2 and 7 days while the shop has no configuration loaded (ORD-41)', () => {
  const toneAfter = (days: number, colors?: StatusColors): string | undefined => {
    const statusChangedAt = new Date(Date.now() - days * 86_400_000).toISOString()
    return /data-age="(\w+)"/.exec(renderToStaticMarkup(<AgeDot order={{ orderStatusId, statusChangedAt }} colors={colors} />))?.[1]
  }
  expect([2, 3, 7, 8].map((days) => toneAfter(days))).toEqual(['green', 'yellow', 'yellow', 'red'])
  expect(toneAfter(7, { greenEnd: 2, yellowEnd: 5 })).toBe('red')
})
