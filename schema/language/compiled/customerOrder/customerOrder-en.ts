// Made by `npm run texts` from schema/texts.
import type { CustomerOrderTexts } from './customerOrder-type.ts'
export const texts = { created: () => "Customer and order created successfully!", failed: () => "Failed to create customer and order", title: () => "Create Customer + Order", save: () => "Save Customer + Order", saving: () => "Creating...", matching: () => "Matching Customers:" } as CustomerOrderTexts
