import { describe, expect, it } from 'vitest'
import type { Cost } from '../collections/work/costs.ts'
import { amountToTyped, moneyFormSchema, moneyFormToValues, moneyToForm, newMoneyForm, typedAmountToAfterTax } from './money-row.ts'
import { newTaskForm, taskFormSchema, taskFormToValues, taskToForm } from './task.ts'

const due = '2026-03-02T14:00:00.000Z'

describe('task form', () => {
  it.each([
    ['order', 'Please fill in the task description'],
    ['shop', 'Description is required'],
  ] as const)('asks for a description in the words of the %s', (place, message) => {
    const issues = taskFormSchema(place).safeParse(newTaskForm(due)).error?.issues
    expect(issues?.map((issue) => [issue.path.join('.'), issue.message])).toEqual([['description', message]])
  })

  it('stores null for what was emptied and gives the form back', () => {
    const form = { ...newTaskForm(''), description: 'Order the part' }
    const values = taskFormToValues(form)
    expect(values).toEqual({ description: 'Order the part', assignedEmployeeId: null, dueTimestamp: null, completed: false })
    expect(taskToForm(values)).toEqual(form)
  })
})

describe('payment and cost form', () => {
  const problemsOf = (kind: 'payment' | 'cost', amount: string): string[] =>
    (moneyFormSchema(kind).safeParse({ ...newMoneyForm(), amount }).error?.issues ?? []).map(({ message }) => message)

  it.each(['payment', 'cost'] as const)('asks for the %s amount in the words of the form', (kind) => {
    expect(problemsOf(kind, '')).toEqual([`Please enter a ${kind} amount`])
    for (const amount of ['0', '-5', 'ten', '1.234', '100000000'])
      expect(problemsOf(kind, amount)).toEqual([`Please enter a valid positive number for ${kind} amount`])
    expect(problemsOf(kind, '12.50')).toEqual([])
  })

  it('takes a decimal point for an amount with tax, only while before tax is chosen', () => {
    const typed = (amountBefore: string, amount: string, afterTax: boolean, wasSwitched = false) =>
      typedAmountToAfterTax({ amountBefore, form: { amount, afterTax }, wasSwitched, mark: '.' })
    expect(typed('1', '12', false)).toBeUndefined()
    expect(typed('12', '12.', false)).toBe(true)
    expect(typed('', '12.50', false)).toBe(true)
    expect(typed('12.', '12.5', false)).toBeUndefined()
    expect(typed('12', '12.', true)).toBeUndefined()
    // 31.5 corrected to 31, after the point had switched it, and after a person chose.
    expect(typed('31.', '31', true, true)).toBe(false)
    expect(typed('31.', '31', true, false)).toBeUndefined()
    expect(typed('', '1,234', false)).toBeUndefined()
  })

  it('leaves out a date that does not parse', () => {
    expect(moneyFormToValues('cost', { amount: '12.5', afterTax: true, text: ' part ', date: 'soon' })).toEqual({
      costAmount: 12.5,
      costText: 'part',
      afterTax: true,
    })
    expect(moneyFormToValues('payment', { amount: '12', afterTax: false, text: '', date: due })).toEqual({
      paymentAmount: 12,
      paymentText: null,
      afterTax: false,
      createdAt: due,
    })
  })

  it('opens a stored row as it was typed', () => {
    const cost = { costAmount: 12.5, costText: null, afterTax: true, createdAt: due } as Cost
    expect(moneyToForm(cost)).toEqual({ amount: '12.50', afterTax: true, text: '', date: due })
    expect(['12', '0.10', '1.234']).toEqual([12, 0.1, 1.234].map(amountToTyped))
  })
})
