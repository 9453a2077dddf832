import { neededChoice } from '../../choice-fields.ts'
import { defineCollection, type DocumentOf } from '../../collection.ts'
import { note, reference, text } from '../../fields.ts'
import { testItemMax, testOutcomes, testPhases } from '../../values/tests/outcomes.ts'

/** How one item of a test list turned out on an order's device. The newest of an item and phase counts. */
export const testResults = defineCollection({
  name: 'test_results',
  fields: {
    orderId: reference('Order', 'orders', { required: 'Order ID is required', onParentDelete: { action: 'cascade' } }),
    testId: reference('Test list', 'tests', { required: 'Test ID is required', onParentDelete: { action: 'keep' } }),
    item: text('Item', { required: 'Item is required', max: testItemMax }),
    phase: neededChoice('Phase', testPhases),
    result: neededChoice('Result', testOutcomes),
    note: note('Note'),
  },
  access: { read: 'member', create: 'member', update: 'member', delete: 'member' },
  audit: { noun: 'test result', titleField: 'item' },
  localIndexes: [['orderId']],
})

export type TestResult = DocumentOf<typeof testResults>
