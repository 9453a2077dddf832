export const imeiMessage = 'This IMEI has a wrong digit.'

const imeiDigits = 15

/** 15 digits with a valid Luhn check digit. */
export function isImei(text: string): boolean {
  if (text.length !== imeiDigits || !/^[0-9]+$/.test(text)) return false
  const sum = [...text].reduce((total, digit, place) => total + (place % 2 === 0 ? Number(digit) : doubledDigit(Number(digit))), 0)
  return sum % 10 === 0
}

const doubledDigit = (digit: number): number => (digit > 4 ? digit * 2 - 9 : digit * 2)
