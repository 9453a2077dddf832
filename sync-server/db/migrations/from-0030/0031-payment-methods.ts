import type { Migration } from '../../schema-migration.ts'

/** How money came, and which of it was given back. */
export const paymentMethods: Migration = {
  name: '0031-payment-methods',
  statements: ['alter table payments add column method text', 'alter table payments add column kind text'],
}
