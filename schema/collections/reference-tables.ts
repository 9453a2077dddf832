import { defineServerTable } from '../collection.ts'
import { serverInteger, text } from '../fields.ts'

/** Global look-ups, seeded with fixed ids (DATA-06, DATA-29..31); devices get them with the bootstrap. */

export const orderStatusTable = defineServerTable({
  name: 'order_statuses',
  fields: {
    statusName: text('Status name', { required: 'Status name is required' }),
    /** Place in the documented order, from 0. */
    position: serverInteger('Position'),
  },
})

export const productConditionTable = defineServerTable({
  name: 'product_conditions',
  fields: {
    conditionName: text('Condition', { required: 'Condition name is required' }),
    position: serverInteger('Position'),
  },
})

export const productTypeTable = defineServerTable({
  name: 'product_types',
  fields: {
    typeName: text('Type', { required: 'Type name is required' }),
    position: serverInteger('Position'),
  },
})

export const productColorTable = defineServerTable({
  name: 'product_colors',
  fields: {
    colorName: text('Color', { required: 'Color name is required' }),
    position: serverInteger('Position'),
  },
})

export const privilegeTable = defineServerTable({
  name: 'privileges',
  fields: {
    privilegeName: text('Privilege name', { required: 'Privilege name is required' }),
  },
})
