import { harbourStock, northsideStock } from './stock-vocabulary.ts'

const terms = (days: number): string =>
  [
    'We look at the device first and call before anything costs more than quoted.',
    'Please keep a copy of your data: a repair can lose what is stored.',
    `Repairs have ${days} days of warranty on the part and the work.`,
    'A device that is not picked up within 90 days after our last call is recycled.',
  ].join('\n')

/** Phones and addresses are from ranges reserved for fiction. */
export const demoShops = [
  {
    name: 'Harbour Street Repairs',
    code: 'harbour',
    color: '#0f766e',
    description: 'Phones, tablets and consoles by the ferry',
    areaCode: '415',
    seed: 20_261,
    employees: ['Ana Ruiz', 'Tom Becker', 'Idris Cole'],
    stock: harbourStock,
    logo: 'logo-harbour.png',
    profile: {
      address: '12 Harbour Street\nPort Ellery, CA 94000',
      phone: '(415) 555-0100',
      email: 'hello@harbour.example',
      website: 'https://harbour.example',
      taxId: '00-0000415',
      terms: terms(90),
      receiptFooter: 'Open Monday to Saturday, 9 to 6. Thank you!',
      receiptPaper: 'A4',
    },
  },
  {
    name: 'Northside Fix-It',
    code: 'northside',
    color: '#b45309',
    description: 'Laptops, audio and everything with a motor',
    areaCode: '503',
    seed: 20_262,
    employees: ['Mira Singh', 'Jo Halloran'],
    stock: northsideStock,
    logo: 'logo-northside.png',
    profile: {
      address: '480 North Mill Road\nEastfield, OR 97000',
      phone: '(503) 555-0100',
      email: 'bench@northside.example',
      website: 'https://northside.example',
      taxId: '00-0000503',
      terms: terms(60),
      receiptFooter: 'Ring the bell at the side door after 5.',
      receiptPaper: '80mm',
    },
  },
] as const
