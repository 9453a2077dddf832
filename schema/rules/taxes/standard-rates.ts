/** The month of which the rates below are. */
export const standardRatesOf = '2025-09'

/** A country, the name of its tax, and the standard rate with a usual reduced one, in percent. */
const packed = [
  'AE VAT 5',
  'AR IVA 21 10.5',
  'AT USt. 20 10',
  'AU GST 10',
  'BE BTW/TVA 21 6',
  'BG ДДС 20 9',
  'CA GST 5',
  'CH MWST 8.1 2.6',
  'CL IVA 19',
  'CO IVA 19 5',
  'CY ΦΠΑ 19 9',
  'CZ DPH 21 12',
  'DE USt. 19 7',
  'DK moms 25',
  'EE KM 24 9',
  'ES IVA 21 10',
  'FI ALV 25.5 14',
  'FR TVA 20 10',
  'GB VAT 20 5',
  'GR ΦΠΑ 24 13',
  'HR PDV 25 13',
  'HU ÁFA 27 18',
  'IE VAT 23 13.5',
  'IN GST 18 5',
  'IS VSK 24 11',
  'IT IVA 22 10',
  'KE VAT 16',
  'KR VAT 10',
  'LT PVM 21 9',
  'LU TVA 17 8',
  'LV PVN 21 12',
  'MT VAT 18 7',
  'MX IVA 16 8',
  'NL BTW 21 9',
  'NO MVA 25 15',
  'NZ GST 15',
  'PL VAT 23 8',
  'PT IVA 23 13',
  'RO TVA 21 11',
  'SA VAT 15',
  'SE moms 25 12',
  'SG GST 9',
  'SI DDV 22 9.5',
  'SK DPH 23 19',
  'TR KDV 20 10',
  'ZA VAT 15',
]

export type ProposedRate = { name: string; percent: number; category: 'standard' | 'reduced' }

const ratesByCountry = new Map(
  packed.map((line): [string, readonly ProposedRate[]] => {
    const [country = '', name = '', ...percents] = line.split(' ')
    return [country, percents.map((percent, place) => ({ name, percent: Number(percent), category: place === 0 ? 'standard' : 'reduced' }))]
  }),
)

/** What a shop of this country may begin with, to be checked by a person; none where a country has no single rate. */
export const proposeRates = (country: string | null): readonly ProposedRate[] => ratesByCountry.get(country ?? '') ?? []
