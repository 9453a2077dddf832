import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { orderStatusIdByName } from '#schema/rules/order-status.ts'
import { AgeDot } from './age-dot.tsx'

const orderStatusId = orderStatusIdByName['In the Lab']

test("the age of an order reads 'Loading...' while it is not known (ORD-05)", () => {
  expect(renderToStaticMarkup(<AgeDot order={{ orderStatusId, statusChangedAt: null }} colors={undefined} />)).toContain('>Loading...<')
  expect(renderToStaticMarkup(<AgeDot order={{ orderStatusId, statusChangedAt: new Date().toISOString() }} colors={undefined} />)).toContain('0 days since the last status change')
})
