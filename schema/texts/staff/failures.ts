/** What the notification of a refused change is headed with. */
export const failures = {
  // Titles of notifications: what a person did was not taken.
  changes: 'Failed to save changes',
  customerAndOrder: 'Failed to create customer and order',
  merge: 'Failed to merge customers',
  deleteCustomer: 'Delete failed',
  // What was ticked in a checklist.
  checklist: 'Failed to save checklist selections',
  // Who is to do a task.
  taskAssignment: 'Failed to update task assignment',
  paste: 'Paste Failed',
  category: {
    // A category below another one.
    create: 'Error adding child category',
    update: 'Error updating child category',
    delete: 'Error deleting child category',
  },
  // `noun`: such as payment.
  add: 'Failed to add {noun}',
  action: {
    create: 'Failed to create {noun}',
    update: 'Failed to update {noun}',
    delete: 'Failed to delete {noun}',
    restore: 'Failed to restore {noun}',
  },
  // The `noun` of what has no name of its own.
  entry: 'entry',
}
