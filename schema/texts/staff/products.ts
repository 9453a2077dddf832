/** The dialog of a product, and how its count moved. */
export const products = {
  movements: 'Stock movements',
  movementsOffline: 'The movements need a connection. Only changes not yet sent from this device are shown.',
  noMovements: 'Nothing moved the count yet',
  // Why the count changed.
  moved: {
    line: 'Part of an order',
    purchase: 'Received',
    count: 'Counted',
    import: 'Imported',
    // Pieces that were left after a change.
  },
  left: '{count} left',
  // A product's value in a notice: Archived is now yes.
  yes: 'yes',
  no: 'no',
  noChoice: 'none',
  otherChoice: 'another one',
  added: 'Product added successfully',
  addFailed: 'Failed to add product',
  addTitle: 'Add Product Inventory',
  add: 'Add Product',
  // The title of a notice.
  error: 'Error',
  loadFailed: 'Failed to load product details',
  updated: 'Product updated successfully',
  updateFailed: 'Failed to update product',
  wasArchived: 'Product archived',
  broughtBack: 'Product brought back',
  editTitle: 'Edit Product Inventory',
  archived: 'Archived',
  printLabel: 'Print label',
  update: 'Update Product',
  bringBack: 'Bring back',
  // A verb.
  archive: 'Archive',
  archivedText: 'This product is archived: lists, searches and totals leave it out.',
  archiveText: 'Leaves it out of lists, searches and totals until it is brought back.',
  // Of a tax rate: the one that the shop uses unless another is chosen.
  usualRate: 'The usual one',
  // `name`: of another product with the same code.
  codeTwin: '{name} has the code {code}, too. A scanner finds only one of them.',
  chooseCategory: 'Choose a category',
  deletedCategory: 'Deleted category',
  // No value is chosen.
  none: 'None',
  unknown: 'Unknown',
  categoryGone: 'This category was deleted. Choose another one.',
  // Stands alone, after a colon or in a sentence: what was deleted meanwhile.
  noun: 'product',
}
