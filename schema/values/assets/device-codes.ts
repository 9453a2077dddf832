import { isImei } from './imei.ts'

/** Signs between two codes of a cell. A blank parts two only where each side is a whole code. */
const separators = /\s*(?:[,;|&\n\r\t]|\/(?!\d{1,2}(?:\D|$)))\s*/

/**
 * The codes of a cell, a line each, named by what they are: 'IMEI: 356938035643809'. What is no code of a network stays as it was written,
 * as a serial number.
 */
export function describeDeviceCodes(cell: string): string {
  const parts = cell
    .split(separators)
    .flatMap(splitAtBlank)
    .filter((part) => part !== '')
  const named = parts.map((part) => nameCode(part))
  if (!named.some((one) => one !== undefined)) return cell.trim() === '' ? '' : `Serial number: ${cell.trim()}`
  return parts.map((part, place) => named[place] ?? `Serial number: ${part}`).join('\n')
}

function splitAtBlank(part: string): string[] {
  const words = part.trim().split(/\s+/)
  return words.length > 1 && words.every((word) => nameCode(word) !== undefined) ? words : [part.trim()]
}

function nameCode(part: string): string | undefined {
  const { label = '', rest = part } = /^(?<label>imei|meid|imeisv|esn)\s*\d?\s*[:#=]\s*(?<rest>.+)$/i.exec(part)?.groups ?? {}
  // IMEIs are written in groups: 35-693803-564380-9.
  const code = rest.replaceAll(/[\s./-]/g, '').toUpperCase()
  const name = nameByShape(code, label.toUpperCase())
  return name === undefined ? undefined : `${name}: ${code}`
}

function nameByShape(code: string, label: string): string | undefined {
  const isHex = /^[A-F0-9]+$/.test(code)
  if (/^\d{15}$/.test(code)) return isImei(code) ? 'IMEI' : 'IMEI with a wrong digit'
  if (/^\d{16}$/.test(code)) return 'IMEI with software version'
  if (/^\d{18}$/.test(code)) return 'MEID'
  if (code.length === 14 && isHex && (label === 'MEID' || /^[A-F]/.test(code))) return 'MEID'
  if (/^\d{14}$/.test(code)) return 'IMEI without check digit'
  // A MEID with its check digit.
  if (code.length === 15 && isHex && (label === 'MEID' || /^[A-F]/.test(code))) return 'MEID'
  if (label === 'ESN' && (code.length === 8 || code.length === 11) && isHex) return 'ESN'
  return undefined
}
