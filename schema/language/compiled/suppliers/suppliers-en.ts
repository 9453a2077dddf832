// Made by `npm run texts` from schema/texts.
import type { SuppliersTexts } from './suppliers-type.ts'


export const texts = {
  title: () => "Suppliers",
  notFound: () => "Supplier not found",
  added: () => "Supplier added",
  addFailed: () => "Failed to add supplier",
  add: () => "Add Supplier",
  updated: () => "Supplier updated",
  updateFailed: () => "Failed to update supplier",
  edit: () => "Edit Supplier",
  update: () => "Update Supplier",
  loading: () => "Loading suppliers...",
  none: () => "No suppliers yet",
  noneText: () => "Products can name where they are bought.",
  restored: () => "Supplier restored",
  restoreFailed: () => "Failed to restore supplier",
  deleted: () => "Supplier deleted",
  deleteFailed: () => "Failed to delete supplier",
  editNamed: (d) => "Edit " + d.name,
  deleteNamed: (d) => "Delete " + d.name,
  deleteQuestion: (d) => "Delete " + d.name + "?",
  noun: () => "supplier"
} as SuppliersTexts
