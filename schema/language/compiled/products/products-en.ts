// Made by `npm run texts` from schema/texts.
import type { ProductsTexts } from './products-type.ts'


export const texts = {
  movements: () => "Stock movements",
  movementsOffline: () => "The movements need a connection. What this device has not sent yet is shown.",
  noMovements: () => "Nothing moved the count yet",
  moved: {
    line: () => "Part of an order",
    purchase: () => "Received",
    count: () => "Counted",
    import: () => "Imported"
  },
  left: (d) => d.count + " left",
  yes: () => "yes",
  no: () => "no",
  noChoice: () => "none",
  otherChoice: () => "another one",
  added: () => "Product added successfully",
  addFailed: () => "Failed to add product",
  addTitle: () => "Add Product Inventory",
  add: () => "Add Product",
  error: () => "Error",
  loadFailed: () => "Failed to load product details",
  updated: () => "Product updated successfully",
  updateFailed: () => "Failed to update product",
  wasArchived: () => "Product archived",
  broughtBack: () => "Product brought back",
  editTitle: () => "Edit Product Inventory",
  archived: () => "Archived",
  printLabel: () => "Print label",
  update: () => "Update Product",
  bringBack: () => "Bring back",
  archive: () => "Archive",
  archivedText: () => "This product is archived: lists, searches and totals leave it out.",
  archiveText: () => "Leaves it out of lists, searches and totals until it is brought back.",
  usualRate: () => "The usual one",
  codeTwin: (d) => d.name + " has the code " + d.code + ", too. A scanner finds only one of them.",
  chooseCategory: () => "Choose a category",
  deletedCategory: () => "Deleted category",
  none: () => "None",
  unknown: () => "Unknown",
  categoryGone: () => "This category was deleted. Choose another one.",
  noun: () => "product"
} as ProductsTexts
