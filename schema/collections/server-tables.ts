import { type ServerTable, defineServerTable } from '../collection.ts'
import { entities, entityShops, entityUsers } from './people/entities.ts'
import { orderStatusHistory } from './work/order-status-history.ts'
import { securityEvents } from './people/security-events.ts'
import { portalMessageDays, shopConfigs, shops, shopUsers } from './people/shops.ts'
import { apiTokens, otps, portalSessions, recoveryCodes, secondFactors, sessions, users, usersPrivileges } from './people/users.ts'
import { serverInteger, text } from '../fields.ts'

/** Global look-ups with fixed ids; devices get them with the bootstrap. */

const orderStatusTable = defineServerTable({
  name: 'order_statuses',
  fields: {
    statusName: text('Status name', { required: 'Status name is required' }),
    position: serverInteger('Position'),
  },
})

const productConditionTable = defineServerTable({
  name: 'product_conditions',
  fields: {
    conditionName: text('Condition', { required: 'Condition name is required' }),
    position: serverInteger('Position'),
  },
})

const productTypeTable = defineServerTable({
  name: 'product_types',
  fields: {
    typeName: text('Type', { required: 'Type name is required' }),
    position: serverInteger('Position'),
  },
})

const productColorTable = defineServerTable({
  name: 'product_colors',
  fields: {
    colorName: text('Color', { required: 'Color name is required' }),
    position: serverInteger('Position'),
  },
})

const privilegeTable = defineServerTable({
  name: 'privileges',
  fields: {
    privilegeName: text('Privilege name', { required: 'Privilege name is required' }),
  },
})

export const serverTableByName = {
  order_statuses: orderStatusTable,
  product_conditions: productConditionTable,
  product_types: productTypeTable,
  product_colors: productColorTable,
  privileges: privilegeTable,
  order_status_history: orderStatusHistory,
  shops,
  shop_configs: shopConfigs,
  shop_users: shopUsers,
  entities,
  entity_users: entityUsers,
  entity_shops: entityShops,
  users,
  users_privileges: usersPrivileges,
  sessions,
  second_factors: secondFactors,
  recovery_codes: recoveryCodes,
  api_tokens: apiTokens,
  otps,
  portal_sessions: portalSessions,
  security_events: securityEvents,
  portal_message_days: portalMessageDays,
} as const satisfies Record<string, ServerTable>
