/** The list of suppliers, and the dialog of one. */
export const suppliers = {
  title: 'Suppliers',
  notFound: 'Supplier not found',
  added: 'Supplier added',
  addFailed: 'Failed to add supplier',
  add: 'Add Supplier',
  updated: 'Supplier updated',
  updateFailed: 'Failed to update supplier',
  edit: 'Edit Supplier',
  update: 'Update Supplier',
  loading: 'Loading suppliers...',
  none: 'No suppliers yet',
  noneText: 'Companies that you buy parts and goods from are kept here.',
  restored: 'Supplier restored',
  restoreFailed: 'Failed to restore supplier',
  deleted: 'Supplier deleted',
  deleteFailed: 'Failed to delete supplier',
  editNamed: 'Edit {name}',
  deleteNamed: 'Delete {name}',
  deleteQuestion: 'Delete {name}?',
  // Stands alone, after a colon or in a sentence: what was deleted meanwhile.
  noun: 'supplier',
}
