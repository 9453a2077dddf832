import { z } from 'zod'
import { optionalChoice } from '../../choice-fields.ts'
import { defineCollection, type DocumentOf } from '../../collection.ts'
import { jsonList } from '../../composed-fields.ts'
import { flag, optionalReference, text } from '../../fields.ts'
import { assetKinds } from '../../values/assets/asset-title.ts'
import { testItemMax, testItemsMax } from '../../values/tests/outcomes.ts'

const item = text('Item', { required: 'Item is required', max: testItemMax })

/** What is tried out on a kind of device before and after its repair; without a kind on every device. */
export const tests = defineCollection({
  name: 'tests',
  fields: {
    name: text('Name', { required: 'Test list name is required', max: 200 }),
    deviceKind: optionalChoice('Kind of device', assetKinds),
    items: jsonList('Items', {
      given: item.schema,
      answered: z.string(),
      max: testItemsMax,
      tooMany: `A test list can have ${testItemsMax} items`,
      check: (items) => (new Set(items).size < items.length ? 'Each item can stand once in a test list' : undefined),
    }),
    /** An order can get this status once the tests before, or after, are done; somebody with the right can pass it with a reason. */
    beforeStatusId: optionalReference('Status after the tests before', 'order_statuses', { onParentDelete: { action: 'keep' } }),
    afterStatusId: optionalReference('Status after the tests after', 'order_statuses', { onParentDelete: { action: 'keep' } }),
    archived: flag('Archived'),
  },
  access: { read: 'member', create: 'view_shop_setting', update: 'view_shop_setting', delete: 'nobody' },
  audit: { noun: 'test list', titleField: 'name' },
})

export type TestList = DocumentOf<typeof tests>
