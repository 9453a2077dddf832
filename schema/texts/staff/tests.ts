/** Lists of what is tested on a device, and the results in an order. */
export const tests = {
  reasonMissing: 'Reason is required',
  orderUpdated: 'Order updated successfully',
  statusIs: 'Status: {status}',
  orderFailed: 'Failed to update order',
  missing: 'Tests are missing',
  backToTests: 'Back to the tests',
  // A button: gives the order the status although tests are missing.
  setAnyway: 'Set {status} anyway',
  // `missing`: says which tests are missing.
  notYet: '{missing}. The order is not {status} yet.',
  reason: 'Reason',
  reasonHint: 'It becomes a note of the order',
  managerCan: 'Somebody who manages the shop can set it anyway.',
  tests: 'Tests',
  // Before or after the repair.
  when: 'When',
  at: {
    before: 'Before the repair',
    after: 'After the repair',
  },
  count: {
    // `done` of `all` tests before the repair.
    before: '{failed, plural, =0 {Before {done} of {all}} other {Before {done} of {all}, {failed} failed}}',
    after: '{failed, plural, =0 {After {done} of {all}} other {After {done} of {all}, {failed} failed}}',
  },
  // Names another part of the form.
  photosHint: 'Photos of what was found belong to Photos above.',
  saveFailed: 'Failed to save the test',
  item: {
    // Names the buttons for its result, to screen readers.
    before: '{item}, before',
    after: '{item}, after',
  },
  noteOn: {
    before: 'Note on {item}, before',
    after: 'Note on {item}, after',
  },
  note: 'Note',
  notFound: 'Test list not found',
  added: 'Test list added',
  addFailed: 'Failed to add test list',
  add: 'Add Test List',
  updated: 'Test list updated',
  updateFailed: 'Failed to update test list',
  edit: 'Edit Test List',
  // A button.
  update: 'Update Test List',
  // In a sentence.
  noun: 'test list',
  anyDevice: 'Any device',
  yes: 'yes',
  no: 'no',
  // In the list of changes: no status is chosen.
  noStatus: 'none',
  anotherStatus: 'another one',
  itemsHint: 'One test a line: Camera, Microphone, Wi-Fi',
  // Stands where no status is chosen.
  chooseNoStatus: 'No status',
  archivedHint: 'No longer offered; results stay',
  // Of the tests of a list.
  missingOf: {
    before: '{list}: {open, plural, one {# of {all} tests before the repair is missing} other {# of {all} tests before the repair are missing}}',
    after: '{list}: {open, plural, one {# of {all} tests after the repair is missing} other {# of {all} tests after the repair are missing}}',
  },
}
