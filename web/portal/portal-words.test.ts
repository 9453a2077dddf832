import { expect, test } from 'vitest'
import { progressSteps, statusToProgress } from '#schema/rules/customers/order-progress.ts'
import { orderStatuses, type OrderStatusName } from '#schema/values/order-status.ts'
import type { Failure } from './portal-api.ts'
import { failureToNotice, orderToIssue, statusToWords, submittedNotice, verifiedNotice } from './portal-words.ts'

const failure = (message?: string): Failure => ({ isUnverified: false, message, issues: [], retryAfterSeconds: undefined })

test('a failure is told in the server’s words, or with what to do where it has none', () => {
  expect(failureToNotice('Failed to send OTP', failure('Too many tries. Please wait a moment.'), 'Please try again.').text).toBe(
    'Too many tries. Please wait a moment.',
  )
  expect(failureToNotice('Failed to send OTP', failure(), 'Please try again.').text).toBe('Please try again.')
  expect(failureToNotice('Failed to send OTP', failure('Failed to send OTP'), 'Please try again.').text).toBe('Please try again.')
  expect(failureToNotice('Failed to create order', failure('Default order status not found')).text).toBe('Default order status not found')
})

test('only who verified for an order is told that one can be created now', () => {
  expect(verifiedNotice('order')).toEqual({ tone: 'ok', title: 'Access verified', text: 'You can now create an order.' })
  expect(verifiedNotice('status')).toEqual({ tone: 'ok', title: 'Access verified' })
})

test('a submitted order is told by what happens to the form', () => {
  expect(submittedNotice(false, 'H-7').title).toBe("Your repair order has been submitted. We'll contact you soon!")
  expect(submittedNotice(true, 'H-7').title).toBe('Your repair order has been submitted. Create another order below!')
  expect(submittedNotice(true, 'H-7').text).toBe('Your order number is H-7.')
})

test('every status has a name that is not shop jargon, and a meaning, also one of a later version', () => {
  for (const { id, statusName } of orderStatuses)
    expect(statusToWords(id)).toEqual({ name: statusName === 'Lead' ? 'Received' : statusName, meaning: expect.stringMatching(/\.$/) })
  expect(statusToWords('00000000-0000-4000-8000-000000000000')).toEqual({ name: 'Unknown', meaning: 'Please ask the shop.' })
})

test('what a status means to a customer agrees with the step that the order is shown in', () => {
  const told: Record<OrderStatusName, [step: (typeof progressSteps)[number], meaning: string]> = {
    Lead: ['received', 'We have your request and will contact you.'],
    'Dropped Off': ['received', 'Your device is with us. We will look at it soon.'],
    Cancelled: ['received', 'This order was cancelled.'],
    Diagnosis: ['diagnosis', 'We are finding out what is wrong.'],
    'In the Lab': ['diagnosis', 'It is in our lab.'],
    'Waiting For Approval': ['diagnosis', 'We need your approval to go on. Please contact us.'],
    'Waiting for information': ['diagnosis', 'We need an answer from you to go on. Please contact us.'],
    'Not Fixable': ['diagnosis', 'It cannot be repaired. Please contact us.'],
    Recycled: ['diagnosis', 'It has been recycled.'],
    'In Progress': ['repair', 'We are repairing it.'],
    'Waiting For Part': ['repair', 'We are waiting for a part.'],
    'Part Not Available': ['repair', 'A part that it needs is not available. Please contact us.'],
    Fixed: ['ready', 'It is repaired. You can pick it up.'],
    'Picked up': ['pickedUp', 'You have picked it up.'],
  }
  const shown = orderStatuses.map(({ id, statusName }) => [statusName, [progressSteps[statusToProgress(id)?.step ?? -1], statusToWords(id).meaning]])
  expect(Object.fromEntries(shown)).toEqual(told)
})

test('an issue is told where it says more than the name of the device', () => {
  const issueOf = (itemDetails: string, issueDescription: string) => orderToIssue({ itemDetails, issueDescription })
  expect(issueOf('Hair dryer', 'Hair dryer')).toBeUndefined()
  expect(issueOf('Café grinder ', 'CAFE Grinder')).toBeUndefined()
  expect(issueOf('Dualit Toaster 2005', 'toaster')).toBeUndefined()
  expect(issueOf('Toaster', 'Toaster is cold')).toBe('Toaster is cold')
  expect(issueOf('Laptop with dents', 'dent')).toBe('dent')
})
