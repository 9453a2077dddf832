/** A made-up Open Repair Data Standard line; as in real files with quotes, line breaks and empty cells. */
type OpenRepairLine = {
  id: string
  data_provider: string
  country: string
  partner_product_category: string
  product_category: string
  product_category_id: string
  brand: string
  year_of_manufacture: string
  product_age: string
  repair_status: string
  repair_barrier_if_end_of_life: string
  group_identifier: string
  event_date: string
  problem: string
}

const categories = ['Lamp', 'Kettle', 'Laptop', 'Toaster', 'Hi-Fi separates', 'Sewing machine', 'Vacuum']
const brands = ['Unknown', 'Fantek', 'Braunwald', '', 'Northern "Star"']
const outcomes = ['Fixed', 'Repairable', 'End of life', 'Unknown']
const problems = ['', 'Does not start', 'Fuse blown, "again"', 'Smells\nof smoke', 'Nid yw’n gweithio']

export function openRepairLine(index: number): OpenRepairLine {
  const of = (items: string[]): string => items[index % items.length] ?? ''
  return {
    id: `test_${index}`,
    data_provider: 'Test Cafe',
    country: 'GBR',
    partner_product_category: of(categories),
    product_category: of(categories),
    product_category_id: '1',
    brand: of(brands),
    year_of_manufacture: index % 3 === 0 ? '2012' : '',
    product_age: '',
    repair_status: of(outcomes),
    repair_barrier_if_end_of_life: index % 4 === 2 ? 'Spare parts too expensive' : '',
    group_identifier: `Place ${Math.floor(index / 3) % 5}`,
    event_date: `2025-0${(index % 6) + 1}-1${index % 10}`,
    problem: of(problems),
  }
}

export function openRepairText(lines: readonly OpenRepairLine[]): string {
  const columns = Object.keys(openRepairLine(0)) as (keyof OpenRepairLine)[]
  // Quotes only where needed; a record spans lines only if a text has a line break.
  const cell = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  return [columns.join(','), ...lines.map((line) => columns.map((column) => cell(line[column])).join(','))].join('\n') + '\n'
}
